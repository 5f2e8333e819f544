export const CONTROLS = `
  GET    /_control/health                  {"status":"ok"}
  GET    /_control/ledger                  all it saw and sent, in order; ?merchantOrderNo=, ?endpoint=, ?kind=call
                                           or callback, ?since=<seq>, ?limit=<so many after since>
  GET    /_control/summary                 counts: orders, paid ones, numbers with several orders, calls, callbacks
  GET    /_control/scenarios               the scenarios that magic values play
  GET    /_control/orders                  all orders; /_control/orders/<merchantOrderNo or orderNo> for one number
  POST   /_control/orders/<no>/pay         what the button of the pay page does; also /fail and /cancel
  POST   /_control/orders/<no>/status      {"status":"FINISHED","fields":{"address":"..."},"push":true}: any word
  POST   /_control/orders/<no>/vanish      queries know nothing of it, though it goes on; also /unvanish
  POST   /_control/sell-orders             {"merchantOrderNo","crypto","network","fiat","cryptoAmount","email","status"}
  POST   /_control/callbacks               {"enabled":true,"retries":[300000]}: sent again after so many ms each, until
                                           the answer is 200; none by default
  POST   /_control/callback-form           {"form":"query","method":"GET","signatures":["raw-hmac"],"key":"wrong"}: how
                                           callbacks look from now on, the next attempt of earlier ones too
  POST   /_control/pace                    {"ms":0}
  POST   /_control/clock                   {"offsetMs":-300000,"stamps":"virtual"}; see below
  GET    /_control/behaviour               how every switch stands; POST {"unknownOrder":"refusal",...} changes some
  GET    /_control/faults                  the faults that wait; DELETE forgets them
  POST   /_control/faults                  [{"endpoint","merchantOrderNo","times":1,"act","ms",...}]
  GET    /_control/chaos                   the chaos that is on, or null; DELETE switches it off
  POST   /_control/chaos                   {"seed":1,"faults":[...],"callbacks":{...}}; see below
  DELETE /_control/tokens                  forgets the issued access tokens
  POST   /_control/reset                   forgets everything, back to the settings`;

export const FAULTS = `
  without acting: hang, reset-before, status {code, body}, garbage, redirect, answer {returnCode, returnMsg, http}
  after acting:   delay-after {ms}, hang-after, reset-after, reset-during, status-after {code, body}, cut,
                  mutate {data}, bare, wrong-content
  delay {ms} waits, then goes on as usual; every other act may carry "ms" too, and waits before it.
  endpoint is create, query, quote, list, token or any; times 0 means for ever.`;

export const CHAOS = `
  faults:    [{"endpoint":"create","act":"reset-after","rate":0.05,...}]: the fields of a fault, without "times". Which
             calls are struck depends only on the seed, the endpoint, the number, and how many-th call of that endpoint
             about that number it is. The rates that may strike one call add up to 1 at most. Faults that were ordered
             one by one go before.
  callbacks: {"drop":0.1,"duplicate":0.1,"delay":0.2,"delayMs":2000,"forge":0.05}: by the seed, the number and the status.
             A forged callback comes beside the true one: invented content, wrong signatures, "forged" in the ledger.`;

export const CALLBACKS = `
  newSignature      a field: Base64 HMAC-SHA256 over timestamp, method, path and the filled fields as JSON with sorted names
  signature         a field: SHA-1 over appId, secret, orderNo, crypto, network and address
  signature-twice   the same, with the appId once more behind the secret
  raw-hmac          the header "signature": hex HMAC-SHA256 over the body as it is sent (without one, over the query)
  stamped-hmac      the header "signature-v2: t=<timestamp>,s=<hex HMAC-SHA256 over timestamp, a dot and the body>"`;

export const CLOCK = `
  Dates, the Date header, the age of tokens, the pace of orders, and callbacks that wait follow the virtual clock. What a
  leap ahead passes happens at once; setting the clock back makes nothing wait longer. Faults wait by the machine's clock.
  Requests are refused with 3103 when their timestamp is more than 5 minutes from the virtual clock, or, with
  "stamps":"machine", from the machine's clock, which callers share however far the virtual one has leapt.`;
