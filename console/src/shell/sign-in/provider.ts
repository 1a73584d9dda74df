// The OpenID Connect provider, which the service names on its page. To sign in there, the browser leaves the console and comes back to /sign-in.

/** As people call it; undefined: there is none. */
export function providerName(): string | undefined {
  const named = document.querySelector<HTMLMetaElement>('meta[name="carillon-provider"]')?.content
  return named && decodeURIComponent(named)
}

/** Where the sign-in there begins; it ends where the person is now. */
export function providerAddress({ isProof = false } = {}): string {
  const { pathname, search } = window.location
  const here = /^\/(sign-in|invitation)$/.test(pathname) ? '/' : pathname + search
  const query = new URLSearchParams({ return: here, ...(isProof && { prove: 'yes' }) })
  return `/oidc/start?${query}`
}

/** What the address of /sign-in says: the path to go on at, or why nobody was signed in. */
export function readProviderAnswer(hash: string): { returnTo: string } | { refusal: string } {
  const said = new URLSearchParams(hash.slice(1))
  const done = said.get('done')
  if (done === null) return { refusal: said.get('failed') ?? '' }
  return { returnTo: /^\/(?![/\\])/.test(done) ? done : '/' }
}
