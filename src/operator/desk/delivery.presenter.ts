import { DELIVERY_FILE } from '../../webhooks/delivery-list.js';
import type { DeliveryFile } from '../../webhooks/delivery-list.js';
import type { ShownBy } from '../../platform/http/answers/shape.js';
import { Mask } from '../../platform/redaction/for-staff.js';

/** Masks each attempt: an answer may repeat personal data of the order, or name other people. */
export function presentDeliveryFile(
  { delivery, attempts }: DeliveryFile,
  mask = new Mask([]),
): ShownBy<typeof DELIVERY_FILE> {
  const tries = attempts.map(({ answer, ...rest }) => ({ ...rest, answer: answer && maskedAnswer(answer, mask) }));
  return DELIVERY_FILE.show({ ...delivery, tries });
}

function maskedAnswer(answer: string, mask: Mask): string {
  try {
    return JSON.stringify(mask.raw(JSON.parse(answer)));
  } catch {
    return mask.text(answer);
  }
}
