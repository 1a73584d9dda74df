// People of a test app: invited by its administrator's token, and signed in as a browser does it.
import type { InjectOptions, Response } from 'light-my-request'
import { expectSuccess } from './expectations.ts'
import type { TestApp } from './test-app.ts'

export const PASSWORD = 'correct horse battery'
export const ORIGIN = 'http://localhost'

export interface Browser {
  id: string
  cookie: string
  send(options: InjectOptions): Promise<Response>
  get(url: string): Promise<Response>
  post(url: string, payload?: object): Promise<Response>
}

/** A hash that costs next to nothing. */
export const CHEAP = { passwordCost: 4 }

export function cookieIn(response: Response): string {
  return String(response.headers['set-cookie']).split(';')[0] ?? ''
}

export function browserOf(app: TestApp, cookie: string, id = ''): Browser {
  const send = ({ headers, ...options }: InjectOptions) =>
    app.http.inject({ ...options, headers: { cookie, origin: ORIGIN, ...headers } })
  return {
    ...{ id, cookie, send },
    get: (url) => send({ method: 'GET', url }),
    post: (url, payload = {}) => send({ method: 'POST', url, payload }),
  }
}

export async function invite(app: TestApp, rights: object): Promise<{ id: string; token: string }> {
  return expectSuccess(await app.post<{ id: string; token: string }>('/api/person/invite', rights))
}

/** A person who has accepted an invitation, signed in. */
export async function addPerson(app: TestApp, rights: object, password = PASSWORD): Promise<Browser> {
  const { id, token } = await invite(app, rights)
  const payload = { token, password }
  const accepted = await app.http.inject({ method: 'POST', url: '/api/invitation/accept', payload })
  if (accepted.statusCode !== 200) throw new Error(accepted.body)
  return browserOf(app, cookieIn(accepted), id)
}

export const signIn = (
  app: TestApp,
  name: string,
  password = PASSWORD,
  options: Partial<InjectOptions> = {},
) => app.http.inject({ method: 'POST', url: '/api/session/signIn', payload: { name, password }, ...options })
