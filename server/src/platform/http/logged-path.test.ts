import { describe, expect, it } from 'vitest'
import { loggedPath } from './logged-path.ts'

const ID = '01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e'
const CONTACT = '/api/task/:id/contact/:contactId'

describe('the path in the log', () => {
  it.each([
    ['/api/task/list', '/api/task/list', '/api/task/list'],
    ['/api/task/list?taskName=13800138000', '/api/task/list', '/api/task/list'],
    [`/api/task/${ID}/contact/${ID}?x=13800138000`, CONTACT, `/api/task/${ID}/contact/${ID}`],
    [`/api/task/${ID}/contact/13800138000`, CONTACT, `/api/task/${ID}/contact/…`],
    [`/api/task/some-secret/contact/${ID}`, CONTACT, `/api/task/…/contact/${ID}`],
    ['/api/number/13800138000/history', '/api/number/:phoneNumber/history', '/api/number/…/history'],
    ['/docs/static/index.css', '/docs/static/*', '/docs/static/index.css'],
    ['/assets/index-B2x9tQ1a.js', undefined, '/assets/index-B2x9tQ1a.js'],
    ['/api/contact/138-0013-8000', undefined, '/api/contact/…'],
    ['/api/contact/%31%33%38%30%30', undefined, '/api/contact/…'],
    [`/${'x'.repeat(65)}`, undefined, '/…'],
    ['/api/tasks', undefined, '/api/tasks'],
    ['*', undefined, '…'],
  ])('of %s is free of numbers', (url, route, expected) => {
    expect(loggedPath(url, route)).toBe(expected)
  })
})
