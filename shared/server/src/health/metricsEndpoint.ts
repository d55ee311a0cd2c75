import type { Handler, SiteRequest } from '../http/handler.ts';
import { respondLater, respondText } from '../http/respond.ts';
import type { Access } from '../operate/access.ts';
import type { Metrics } from './metrics.ts';

/** Makes the address of the metrics for who has the token of the operator; without a token there is no such address. */
export function createMetricsEndpoint(
  metrics: Metrics,
  mayOperate: (request: SiteRequest) => Access,
): Handler {
  return function sendMetrics(request, response) {
    const access = mayOperate(request);
    if (!access.ok) return respondText(request, response, access.status, access.reason);
    void respondLater(request, response, async () => ({
      body: await metrics.read(),
      headers: { 'Content-Type': metrics.contentType },
    }));
  };
}
