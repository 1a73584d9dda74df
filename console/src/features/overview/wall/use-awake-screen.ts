import { useEffect } from 'react'

/** Keeps the screen from going dark, where the browser can. It forgets that whenever the page is hidden. */
export function useAwakeScreen(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    async function keepAwake(): Promise<void> {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // Refused on a low battery, or without an encrypted connection: then the screen follows its own settings.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined)
    }
    void keepAwake()
    document.addEventListener('visibilitychange', keepAwake)
    return () => {
      document.removeEventListener('visibilitychange', keepAwake)
      void lock?.release()
    }
  }, [])
}
