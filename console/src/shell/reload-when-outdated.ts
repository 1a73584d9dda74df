// A tab that is older than the service asks for parts of the page that are gone: it needs the new page. Not when
// nobody answers, though, for then there is no page to be had, and not over and over.
const STORED_AS = 'carillon-reloaded'
const PATIENCE_MS = 30_000

export function reloadWhenOutdated(): void {
  window.addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(STORED_AS) ?? 0)
    if (Date.now() - last < PATIENCE_MS) return
    fetch('/healthz').then(
      () => {
        sessionStorage.setItem(STORED_AS, String(Date.now()))
        window.location.reload()
      },
      () => undefined,
    )
  })
}
