import { expect, it } from 'vitest'
import { registrationAnswersIn } from './registration-answers.ts'

const [SERVER, CLIENT] = ['sip:127.0.0.1:5080', 'sip:me@127.0.0.1:5080']
const line = (what: string, client = CLIENT) =>
  `[Nov 18 13:00:00] WARNING[1]: res_pjsip_outbound_registration.c:918: ${what} received from '${SERVER}' on registration attempt to '${client}', retrying in '10'`

it.each([
  [503, "Temporal response '503'"],
  [302, "'302' fatal response"],
  [404, "Fatal response '404'"],
  [403, '403 Forbidden fatal response'],
  ['silence', 'No response'],
])('is %s', (answer, what) => {
  const log = [line("Fatal response '401'"), line(what), line("Fatal response '404'", 'sip:other@x')].join(
    '\n',
  )
  expect(registrationAnswersIn(log)(SERVER, CLIENT)).toBe(answer)
})

it('is not known without a line of its own', () => {
  expect(registrationAnswersIn(line("Fatal response '404'", 'sip:other@x'))(SERVER, CLIENT)).toBeUndefined()
})
