// Requests to a service that listens, wherever it runs.

export interface ServiceAccess {
  address: string
  /** Of scope admin. */
  token: string
  /** A request with the token; undefined when nobody answers. */
  call<Data>(path: string, init?: RequestInit): Promise<{ status: number; data: Data } | undefined>
}

export function accessTo(address: string, token: string): ServiceAccess {
  return {
    address,
    token,
    async call<Data>(path: string, init: RequestInit = {}) {
      const headers = { authorization: `Bearer ${token}`, ...init.headers }
      const response = await fetch(address + path, { ...init, headers }).catch(() => undefined)
      if (!response) return undefined
      const { data } = (await response.json()) as { data: Data }
      return { status: response.status, data }
    },
  }
}
