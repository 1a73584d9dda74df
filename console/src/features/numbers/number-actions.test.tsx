import type { Schemas } from '@carillon/client'
import { describe, expect, it } from 'vitest'
import { answer, renderHtml, textOf } from '../../../test/support/render.tsx'
import type { System } from '../../session/use-system.ts'
import { NumberActions } from './number-actions.tsx'

type Summary = Schemas['NumberSummary']

const call = { kind: 'call', taskId: 't', taskName: 'Autumn', contactId: 'c' }
const listed = { listId: 'l', listName: 'Asked', isGlobal: true, expireTime: null }

/** The buttons, and whether each can be pressed. */
function buttons(summary: object, rows: object[] = [call]): Record<string, boolean> {
  const history = {
    rows,
    summary: { mayBeRung: true, until: null, doNotCall: [], ...summary } as unknown as Summary,
  } as Schemas['NumberHistory']
  const token = { name: 'first', scope: 'admin' }
  const html = renderHtml(<NumberActions phoneNumber="+4930" history={history} />, {
    answers: [answer('/api/system', {}, { timeZone: 'UTC', token } as unknown as System)],
  })
  const found = html.match(/<button.*?<\/button>/gs) ?? []
  return Object.fromEntries(found.map((each) => [textOf(each), !/disabled="true"/.test(each)]))
}

describe('a number that was called', () => {
  it('can be called back and forbidden', () => {
    expect(buttons({})).toEqual({ Call: true, 'Do not call again': true, 'Call back': true })
  })

  it('is neither once it is on a list for all tasks', () => {
    expect(buttons({ mayBeRung: false, doNotCall: [listed] })).toEqual({
      Call: false,
      'Do not call again': false,
      'Call back': false,
    })
  })

  it('can be called back while it only has to wait', () => {
    expect(buttons({ mayBeRung: false, until: '2026-07-01 10:00:00' })['Call back']).toBe(true)
  })

  it('is not called back by any task if none has called it', () => {
    expect(buttons({}, [])).toEqual({ Call: true, 'Do not call again': true, 'Call back': false })
  })
})
