// After an upgrade of the service, an open tab requests files that no longer exist, so it reloads the page. It does not
// reload while the service is unreachable, and not more than once in 30 seconds.
const STORAGE_KEY = 'carillon-reloaded'
const MIN_RELOAD_INTERVAL_MS = 30_000

export function reloadWhenOutdated(): void {
  window.addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(STORAGE_KEY) ?? 0)
    if (Date.now() - last < MIN_RELOAD_INTERVAL_MS) return
    fetch('/healthz').then(
      () => {
        sessionStorage.setItem(STORAGE_KEY, String(Date.now()))
        window.location.reload()
      },
      () => undefined,
    )
  })
}
