import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { addFirstBudget } from '../src/campaigns/permission/permission.service.ts'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { openForFile } from './support/open-for-file.ts'
import { expectNoRuleChange, expectRuleChange } from './support/rule-changes.ts'
import { createTestApp } from './support/test-app.ts'

const DEFAULTS = {
  attemptsPerDay: null,
  attemptsPerMonth: null,
  budgets: [] as object[],
  quietDays: null,
  defaultAttemptsPerDay: null,
  allowedPrefixes: [],
  deniedPrefixes: [],
  allowedPremiumPrefixes: [],
  minDigits: 3,
  maxDigits: 20,
  allowEmergencyNumbers: false,
  ownPhones: [],
  transferHosts: [],
  transferContexts: [],
}

const app = await openForFile(createTestApp())
beforeEach(async () => {
  await app.rows('delete from service')
  await app.rows('insert into service default values')
})

const read = async () => expectSuccess(await app.get('/api/permission/settings'))
const change = (fields: object) => app.post('/api/permission/settings', fields)

describe('the permission settings of the service', () => {
  it('deny only emergency numbers, until they are changed', async () => {
    expect(await read()).toEqual(DEFAULTS)
  })

  it('are known to a task that is published: nobody of it is judged again for what was there before', async () => {
    expectSuccess(await change({ minDigits: 7 }))
    const dataSourceId = await app.addDataSource('published', ['13800138000'])
    const id = await app.addTask('published', dataSourceId)
    expectSuccess(await app.post('/api/task/publish', { id }))
    const outdated = await app.rows('select from task, service where id = $1 and rules_version <> version', [
      id,
    ])
    expect(outdated).toEqual([])
  })

  it('are changed field by field, and claims read them again', async () => {
    const given = { attemptsPerDay: 3, attemptsPerMonth: 10, minDigits: 7, allowEmergencyNumbers: true }
    const changed = await expectRuleChange(app, () => change(given))
    const budgets = [
      { attempts: 3, days: 1 },
      { attempts: 10, days: 30 },
    ]
    expect(expectSuccess(changed)).toEqual({ ...DEFAULTS, ...given, budgets })
    await expectRuleChange(app, () => change({ attemptsPerMonth: null, maxDigits: 15 }))
    expect(await read()).toEqual({
      ...{ ...DEFAULTS, ...given, attemptsPerMonth: null, maxDigits: 15 },
      budgets: budgets.slice(0, 1),
    })
  })

  it('have windows of any length, of which those of 1 and 30 days have names of their own', async () => {
    await change({ attemptsPerDay: 3 })
    const week = { attempts: 7, days: 7 }
    const day = { attempts: 2, days: 1 }
    expectSuccess(await change({ budgets: [week, { attempts: 9, days: 7 }, day] }))
    expect(await read()).toMatchObject({ attemptsPerDay: 2, attemptsPerMonth: null, budgets: [day, week] })
    expectSuccess(await change({ attemptsPerDay: null, quietDays: 7 }))
    expect(await read()).toMatchObject({ attemptsPerDay: null, budgets: [week], quietDays: 7 })
    expectSuccess(await change({ budgets: [], quietDays: null }))
    expect(await read()).toEqual(DEFAULTS)
  })

  it.each([
    [{ budgets: [{ attempts: 0, days: 7 }] }, 'budgets[0].attempts'],
    [{ budgets: [{ attempts: 1, days: 32 }] }, 'budgets[0].days'],
    [{ quietDays: 0 }, 'quietDays'],
  ])('refuse %j', async (fields, field) => {
    const answer = await change(fields)
    expectError(answer, 400)
    expect(answer.body).toMatchObject({ errors: [{ field }] })
  })

  it('keep a field that is left out or, where null is no value, null', async () => {
    await change({ deniedPrefixes: ['+49900'], minDigits: 7 })
    expectSuccess(await change({ deniedPrefixes: null, minDigits: null, allowEmergencyNumbers: null }))
    expect(await read()).toEqual({ ...DEFAULTS, deniedPrefixes: ['+49900'], minDigits: 7 })
    expectSuccess(await change({ deniedPrefixes: [] }))
    expect(await read()).toMatchObject({ deniedPrefixes: [] })
  })

  it('have prefixes as numbers are compared, each once', async () => {
    const given = ['+49 (900)', '+49-900', ' 1900', '1.900', '0']
    expectSuccess(await change({ allowedPrefixes: given, deniedPrefixes: given }))
    const kept = ['+49900', '1900', '0']
    expect(await read()).toMatchObject({ allowedPrefixes: kept, deniedPrefixes: kept })
  })

  it('have prefixes in the international form too, where the service has a country', async () => {
    const german = await createTestApp({ database: app.database, defaultCountry: 'DE' })
    onTestFinished(() => german.close())
    const given = { deniedPrefixes: ['0900', '+1900', '0044'] }
    expect(expectSuccess(await german.post('/api/permission/settings', given))).toMatchObject({
      deniedPrefixes: ['0900', '+49900', '+1900', '+44'],
    })
  })

  it('take 1000 prefixes', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => String(10_000 + index))
    expectSuccess(await change({ deniedPrefixes: many }))
    expect(await read()).toMatchObject({ deniedPrefixes: many })
  })

  const prefixRule = 'must be an optional +, then 1 to 20 digits: how a phone number begins'
  it.each<[object, string]>([
    [{ attemptsPerDay: 0 }, 'attemptsPerDay must be from 1 to 1000'],
    [{ attemptsPerDay: '3' }, 'attemptsPerDay must be an integer or null'],
    [{ attemptsPerMonth: 10_001 }, 'attemptsPerMonth must be from 1 to 10000'],
    [{ allowedPrefixes: ['+49', 'x'] }, `allowedPrefixes[1] ${prefixRule}`],
    [{ deniedPrefixes: ['+'] }, `deniedPrefixes[0] ${prefixRule}`],
    [{ deniedPrefixes: ['1'.repeat(21)] }, `deniedPrefixes[0] ${prefixRule}`],
    [{ deniedPrefixes: [''] }, 'deniedPrefixes[0] must have from 1 to 64 characters'],
    [{ deniedPrefixes: Array(1001).fill('1') }, 'deniedPrefixes must have at most 1000 items'],
    [{ deniedPrefixes: '1' }, 'deniedPrefixes must be an array'],
    [{ minDigits: 0 }, 'minDigits must be from 1 to 20'],
    [{ maxDigits: 21 }, 'maxDigits must be from 1 to 20'],
    [{ maxDigits: 2 }, 'maxDigits must be at least minDigits, which is 3'],
    [{ minDigits: 9, maxDigits: 8 }, 'minDigits must be at most maxDigits, which is 8'],
    [{ allowEmergencyNumbers: 'yes' }, 'allowEmergencyNumbers must be true or false'],
  ])('refuse %j', async (fields, message) => {
    const answer = await expectNoRuleChange(app, () => change(fields))
    expectError(answer, 400)
    expect(answer.body.message).toBe(message)
    expect(await read()).toEqual(DEFAULTS)
  })

  it('are changed by admins only', async () => {
    const { token } = await app.tokens.create({ name: 'writer', scope: 'write' })
    const headers = { authorization: `Bearer ${token}` }
    const url = '/api/permission/settings'
    const answer = await app.send({ method: 'POST', url, headers, payload: { allowEmergencyNumbers: true } })
    expectError(answer, 403)
    expectSuccess(await app.send({ method: 'GET', url, headers }))
    expect(await read()).toEqual(DEFAULTS)
  })
})

it('gives tasks without a budget one in a new installation, until somebody turns it off', async () => {
  await addFirstBudget({ db: app.db, clock: systemClock })
  expect(await read()).toMatchObject({ defaultAttemptsPerDay: 3, budgets: [] })
  expectSuccess(await change({ minDigits: 4 }))
  expect(await read()).toMatchObject({ defaultAttemptsPerDay: 3 })
  expectSuccess(await change({ defaultAttemptsPerDay: null }))
  expect(await read()).toMatchObject({ defaultAttemptsPerDay: null })
  expectError(await change({ defaultAttemptsPerDay: 0 }), 400, /defaultAttemptsPerDay must be from 1 to 1000/)
})
