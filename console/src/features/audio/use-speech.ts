import type { AnswerOf } from '@carillon/client'
import { useApiQuery } from '../../session/api-hooks.ts'

export type Speech = AnswerOf<'get', '/api/speech'>

/** How texts are spoken; undefined until it is known. */
export function useSpeech(): Speech | undefined {
  return useApiQuery('/api/speech', {}).data
}
