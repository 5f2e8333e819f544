import { isLoopbackUrl } from '../../../../src/platform/text/urls.js';
import type { Outside } from '../outside.js';
import { failed, warned, passed } from '../finding.js';
import type { Finding } from '../finding.js';

/** Do the allowed redirect origins respond? App schemes cannot be checked. */
export async function checkRedirects(origins: readonly string[], outside: Outside): Promise<Finding> {
  if (origins.length === 0) {
    return warned(
      'no origin is listed: every checkout with a redirectUrl is refused',
      'List the origins of your shop in REDIRECT_ORIGINS if customers shall come back after paying.',
    );
  }
  const plain = origins.filter((origin) => origin.startsWith('http:') && !isLoopbackUrl(origin));
  if (plain.length > 0) {
    return failed(
      `customers would be sent back without encryption to ${plain.join(', ')}`,
      'Use https origins in REDIRECT_ORIGINS.',
    );
  }
  const web = origins.filter((origin) => /^https?:/.test(origin));
  const answers = await Promise.all(web.map(async (origin) => ({ origin, answer: await outside.get(`${origin}/`) })));
  const dead = answers.flatMap(({ origin, answer }) =>
    answer.kind === 'failed' ? [`${origin} (${answer.reason})`] : [],
  );
  if (dead.length > 0) {
    // A warning only: customers' browsers go there, and a firewall may rightly keep this machine from it.
    return warned(
      `seen from here, nothing answers at ${dead.join(', ')}`,
      'Check the spelling in REDIRECT_ORIGINS, and that customers can open it.',
    );
  }
  const apps = origins.length - web.length;
  return passed(`${web.length} web origins answer${apps === 0 ? '' : `; ${apps} app schemes are not tried`}`);
}
