import type { Handler, SiteRequest } from '../http/handler.ts';
import { respondAsync, respondText } from '../http/respond.ts';
import type { Access } from '../operate/access.ts';
import type { Metrics } from './metrics.ts';

/** Serves the metrics to clients that send the operator's token. A server without such a token has no such endpoint. */
export function createMetricsEndpoint(
  metrics: Metrics,
  mayOperate: (request: SiteRequest) => Access,
): Handler {
  return function sendMetrics(request, response) {
    const access = mayOperate(request);
    if (!access.ok) return respondText(request, response, access.status, access.reason);
    void respondAsync(request, response, async () => ({
      body: await metrics.read(),
      headers: { 'Content-Type': metrics.contentType },
    }));
  };
}
