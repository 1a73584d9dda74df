import type { AnswerOf } from '@carillon/client'

/** What the overview and the wall show. */
export type Overview = AnswerOf<'get', '/api/overview'>
