// Some things ask a person for the password again. Such a request waits here for the answer, and is then sent once more.
import type { Client } from '@carillon/client'
import { ApiError } from '@carillon/client/errors'

export interface Proof {
  read(): boolean
  subscribe(onChange: () => void): () => void
  /** Whether the person has given the password. */
  ask(): Promise<boolean>
  answer(isProved: boolean): void
}

export function createProof(): Proof {
  const listeners = new Set<() => void>()
  let waiting: ((isProved: boolean) => void)[] = []
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    read: () => waiting.length > 0,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    ask: () =>
      new Promise((resolve) => {
        waiting = [...waiting, resolve]
        tell()
      }),
    answer(isProved) {
      const asked = waiting
      waiting = []
      tell()
      for (const resolve of asked) resolve(isProved)
    },
  }
}

/** The client that asks for the password where the service does. */
export function withProof(client: Client, proof: Proof): Client {
  async function proved<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    try {
      return await send()
    } catch (error) {
      const isNeeded =
        error instanceof ApiError && error.errors.some(({ code }) => code === 'password_needed')
      if (!isNeeded || !(await proof.ask())) throw error
      return send()
    }
  }
  return {
    ...client,
    post: (path, init) => proved(() => client.post(path, init)),
    download: (path, init) => proved(() => client.download(path, init)),
  }
}
