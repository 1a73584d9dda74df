/** For whom a passkey is: where the browser has opened the console. */
export interface RelyingParty {
  /** The name of the host. */
  id: string
  origin: string
}
