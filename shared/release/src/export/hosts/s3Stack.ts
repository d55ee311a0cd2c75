import type { Plan } from '../planExport.ts';

/** The id of an AWS managed policy: caches by the headers of the bucket's objects. */
const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';

/** The response headers policy: CloudFront has dedicated settings for some headers; the rest are custom headers. */
function headerPolicy(headers: Record<string, string>) {
  const {
    'Content-Security-Policy': policy = '',
    'Referrer-Policy': referrer = '',
    'Strict-Transport-Security': transport = '',
    'X-Content-Type-Options': _nosniff,
    ...rest
  } = headers;
  const Override = true;
  return {
    SecurityHeadersConfig: {
      ContentSecurityPolicy: { ContentSecurityPolicy: policy, Override },
      ContentTypeOptions: { Override },
      ReferrerPolicy: { ReferrerPolicy: referrer, Override },
      StrictTransportSecurity: {
        AccessControlMaxAgeSec: Number(/max-age=(\d+)/.exec(transport)?.[1] ?? 0),
        Override,
      },
    },
    CustomHeadersConfig: {
      Items: Object.entries(rest).map(([Header, Value]) => ({ Header, Value, Override })),
    },
  };
}

const ref = (name: string) => ({ Ref: name });
const attribute = (name: string, of: string) => ({ 'Fn::GetAtt': [name, of] });

/** The CloudFormation template: a bucket that only CloudFront may read, and the distribution in front of it. */
export function stackOf({ url, headers }: Pick<Plan, 'url' | 'headers'>, router: string) {
  const { hostname } = new URL(url);
  const name = hostname.replaceAll(/[^A-Za-z0-9-]/g, '-');
  const arn = { 'Fn::Sub': '${Bucket.Arn}/*' };
  const isOurDistribution = {
    StringEquals: {
      'AWS:SourceArn': { 'Fn::Sub': 'arn:aws:cloudfront::${AWS::AccountId}:distribution/${Distribution}' },
    },
  };
  const allow = (Action: string, Resource: object) => ({
    Effect: 'Allow',
    Principal: { Service: 'cloudfront.amazonaws.com' },
    Action,
    Resource,
    Condition: isOurDistribution,
  });
  return {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: `Better Space at ${hostname}: a bucket behind CloudFront`,
    Parameters: { Certificate: { Type: 'String', Description: 'ARN of a certificate in us-east-1' } },
    Resources: {
      Bucket: {
        Type: 'AWS::S3::Bucket',
        DeletionPolicy: 'Retain',
        UpdateReplacePolicy: 'Retain',
        Properties: {
          PublicAccessBlockConfiguration: {
            BlockPublicAcls: true,
            BlockPublicPolicy: true,
            IgnorePublicAcls: true,
            RestrictPublicBuckets: true,
          },
        },
      },
      BucketPolicy: {
        Type: 'AWS::S3::BucketPolicy',
        Properties: {
          Bucket: ref('Bucket'),
          PolicyDocument: {
            Version: '2012-10-17',
            // Without the list permission, S3 responds with 403 instead of 404 for a missing object.
            Statement: [allow('s3:GetObject', arn), allow('s3:ListBucket', attribute('Bucket', 'Arn'))],
          },
        },
      },
      Access: {
        Type: 'AWS::CloudFront::OriginAccessControl',
        Properties: {
          OriginAccessControlConfig: {
            Name: name,
            OriginAccessControlOriginType: 's3',
            SigningBehavior: 'always',
            SigningProtocol: 'sigv4',
          },
        },
      },
      Router: {
        Type: 'AWS::CloudFront::Function',
        Properties: {
          Name: name,
          AutoPublish: true,
          FunctionCode: router,
          FunctionConfig: {
            Comment: 'Maps an address to a name in the bucket',
            Runtime: 'cloudfront-js-2.0',
          },
        },
      },
      Headers: {
        Type: 'AWS::CloudFront::ResponseHeadersPolicy',
        Properties: { ResponseHeadersPolicyConfig: { Name: name, ...headerPolicy(headers) } },
      },
      Distribution: {
        Type: 'AWS::CloudFront::Distribution',
        Properties: {
          DistributionConfig: {
            Enabled: true,
            Aliases: [hostname],
            HttpVersion: 'http2and3',
            IPV6Enabled: true,
            DefaultRootObject: 'index.html',
            ViewerCertificate: {
              AcmCertificateArn: ref('Certificate'),
              MinimumProtocolVersion: 'TLSv1.2_2021',
              SslSupportMethod: 'sni-only',
            },
            Origins: [
              {
                Id: 'bucket',
                DomainName: attribute('Bucket', 'RegionalDomainName'),
                OriginAccessControlId: attribute('Access', 'Id'),
                S3OriginConfig: { OriginAccessIdentity: '' },
              },
            ],
            DefaultCacheBehavior: {
              TargetOriginId: 'bucket',
              ViewerProtocolPolicy: 'redirect-to-https',
              Compress: true,
              CachePolicyId: CACHING_OPTIMIZED,
              ResponseHeadersPolicyId: ref('Headers'),
              FunctionAssociations: [
                {
                  EventType: 'viewer-request',
                  FunctionARN: attribute('Router', 'FunctionMetadata.FunctionARN'),
                },
              ],
            },
            CustomErrorResponses: [
              { ErrorCode: 404, ResponseCode: 404, ResponsePagePath: '/404.html', ErrorCachingMinTTL: 1 },
            ],
          },
        },
      },
    },
    Outputs: {
      Bucket: { Value: ref('Bucket') },
      Address: { Value: attribute('Distribution', 'DomainName') },
    },
  };
}
