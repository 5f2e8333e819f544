/** See compare.mjs. */
export interface ProviderOrder {
  orderNo: string;
  merchantOrderNo: string;
  status: string;
  payUrl: string;
}
export interface StoredTrade {
  tradeNo: string;
  number: string;
  n: number;
  status: string;
  outcome: string;
  superseded: boolean;
  orderNo: string | null;
  hasPayUrl: boolean;
  leased: boolean;
}
export interface Everything {
  orders: { number: string; status: string; inReview: boolean; driven: boolean }[];
  trades: StoredTrade[];
  mismatches: { number: string; kind: string }[];
}
export function differences(
  provider: readonly ProviderOrder[],
  stored: Everything,
): {
  number: string;
  why: string;
}[];
