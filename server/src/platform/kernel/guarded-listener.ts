// Nothing above an event listener catches what it throws: the error would end the process, and all live calls with it. So every
// listener of what comes from outside (sockets, requests, child processes, threads) is guarded: an error costs only what it was about.

/** `onFault` closes, rejects or logs; it gets the error and what the listener was given. */
export function guarded<Args extends unknown[]>(
  listener: (...args: Args) => void,
  onFault: (error: unknown, ...args: Args) => void,
): (...args: Args) => void {
  return (...args) => {
    try {
      listener(...args)
    } catch (error) {
      onFault(error, ...args)
    }
  }
}
