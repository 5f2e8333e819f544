import { BaseSequencer } from 'vitest/node';

/**
 * Slow files: started last, they would run on alone while other workers idle. Files that mostly wait alternate with
 * busy ones.
 */
const SLOWEST = [
  ...['simulate/test/planted.long', 'e2e/attacker.long', 'gallery.long', 'drill.long', 'e2e/floods.long'],
  ...['e2e/deadline', 'e2e/client-stream', 'e2e/sell-orders', 'e2e/api-keys', 'e2e/sealed-terms'],
  ...['e2e/client-server', 'e2e/quote-guard', 'e2e/problems', 'e2e/guest-ceilings', 'e2e/attacker'],
  ...['test/browser/interruptions', 'e2e/provider-away', 'e2e/audit-anchor', 'e2e/order-export.long'],
  ...['test/browser/links', 'e2e/scenarios', 'e2e/client-stream'],
  ...['test/browser/outcomes', 'e2e/shutdown', 'e2e/doctor'],
  ...['test/browser/whole-way', 'e2e/access-token', 'test/browser/first-load', 'test/browser/once'],
  ...['sandbox/test/scenarios', 'unit/access/tokens-key-set', 'sandbox/test/faults', 'sandbox/test/virtual-time'],
  ...['integration/order-removal', 'integration/order-watch', 'integration/order-writer-answers'],
  ...['integration/api-keys', 'integration/migrate', 'integration/migrations', 'integration/report'],
  ...['unit/platform/http/operation', 'unit/ramp/tokens/token-cache', 'unit/ramp/connections'],
].map((name) => `/${name}.test.ts`);

/** @param {{ moduleId: string }} file */
const rank = ({ moduleId }) => {
  const place = SLOWEST.findIndex((name) => moduleId.endsWith(name));
  return place === -1 ? SLOWEST.length : place;
};

/** The order of test files: by project, then slowest first. */
export default class SlowestFirst extends BaseSequencer {
  /** @override @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => (a.project === b.project ? rank(a) - rank(b) : 0));
  }
}
