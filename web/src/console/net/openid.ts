import { parsedUrl } from '#src/platform/text/urls.js';
import { facts } from '../../page-facts.js';
import { parsedObject, rememberedInTab, rememberInTab } from '../../net/storage.js';
import { forgetWay } from '../way-back.js';
import { CallError } from './call.js';

/** What a provider's discovery document says (OpenID Connect Discovery 1.0, section 3). */
interface Endpoints {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  /** Missing: the provider cannot be signed out of. */
  readonly end_session_endpoint?: string;
}

export interface Tokens {
  readonly access_token: string;
  readonly id_token?: string;
}

/** Kept while the tab is at the provider. */
interface Pending {
  readonly state: string;
  readonly verifier: string;
  readonly hash: string;
}

const NAME = 'console-sign-in';
const openid = facts.staff?.openid ?? null;
/** Registered at the provider. */
const home = `${location.origin}/console`;

/** The access token is for the service: RFC 8707 calls that `resource`, some providers `audience`. */
const forService = (audience: string): Record<string, string> => ({
  audience,
  ...(parsedUrl(audience) !== null && { resource: audience }),
});

/** Leads to the provider (code flow with PKCE, RFC 7636). */
export async function beginSignIn(): Promise<void> {
  if (openid === null) return;
  const { authorization_endpoint } = await endpoints();
  const pending: Pending = { state: random(), verifier: random(), hash: location.hash };
  rememberInTab(NAME, JSON.stringify(pending));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(pending.verifier));
  // The address stays with the sign-in alone: the history outlives the session.
  await forgetWay();
  leaveFor(authorization_endpoint, {
    response_type: 'code',
    client_id: openid.clientId,
    redirect_uri: home,
    scope: 'openid',
    state: pending.state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
    ...forService(openid.audience),
  });
}

const stateOfAddress = (): string | null => new URLSearchParams(location.search).get('state');
const pendingSignIn = () => (parsedObject(rememberedInTab(NAME)) ?? {}) as Partial<Pending>;

/** Is this the way back from the provider, for which this tab waits? Anybody can make up an address with a state. */
export const isReturn = (): boolean =>
  openid !== null && stateOfAddress() !== null && stateOfAddress() === pendingSignIn().state;

/** An answer for which this tab does not wait. */
export const isStrayReturn = (): boolean => openid !== null && stateOfAddress() !== null && !isReturn();

/** The tokens for the code in the address, which the address then loses. Only after {@link isReturn}. */
export async function finishSignIn(): Promise<Tokens> {
  const answer = new URLSearchParams(location.search);
  const { verifier, hash } = pendingSignIn();
  rememberInTab(NAME, null);
  history.replaceState(null, '', `/console${hash ?? ''}`);
  const code = answer.get('code');
  // RFC 9207: some providers name themselves.
  const issuer = answer.get('iss') ?? openid?.issuer;
  if (openid === null || code === null || verifier === undefined || issuer !== openid.issuer)
    throw new CallError(answer.get('error_description') ?? '', null, 'sign_in_unfinished');
  const { token_endpoint } = await endpoints();
  return (await answerOf(
    fetch(token_endpoint, {
      method: 'POST',
      credentials: 'omit',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: openid.clientId,
        redirect_uri: home,
        code,
        code_verifier: verifier,
        ...forService(openid.audience),
      }),
    }),
  )) as Tokens;
}

/** Ends the session at the provider too, where it offers that. */
export async function leaveProvider(idToken: string): Promise<void> {
  const { end_session_endpoint } = await endpoints();
  if (openid === null || end_session_endpoint === undefined) return;
  leaveFor(end_session_endpoint, {
    id_token_hint: idToken,
    client_id: openid.clientId,
    post_logout_redirect_uri: home,
  });
}

async function endpoints(): Promise<Endpoints> {
  const address = `${openid?.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const found = (await answerOf(fetch(address, { credentials: 'omit' }))) as Endpoints;
  // OpenID Connect Discovery 1.0, section 4.3.
  if (found.issuer !== openid?.issuer) throw new CallError('', null, 'provider_silent');
  return found;
}

async function answerOf(asked: Promise<Response>): Promise<unknown> {
  const response = await asked.catch(() => null);
  if (response?.ok !== true) throw new CallError('', null, 'provider_silent');
  return response.json();
}

function leaveFor(address: string, query: Readonly<Record<string, string>>): void {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  location.assign(url);
}

const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '');
