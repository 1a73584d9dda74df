// Words for exports that people read: titles of columns, and what the codes in the cells mean.
import { callWords } from '../words/calls.ts'
import { en } from '../words/en/exports.ts'
import type { Language } from '../words/languages.ts'
import { stateWords } from '../words/states.ts'
import { zh } from '../words/zh/exports.ts'

type Words = Readonly<Record<string, string>>

const exportWords: Record<
  Language,
  Record<'titles' | 'prefixes' | 'answers' | 'directions' | 'speakers', Words>
> = {
  en,
  zh,
}

/** The codes that cells may hold. */
export type Labels = ReturnType<typeof labelsOf>
export type WordKind = keyof Labels

function labelsOf(language: Language) {
  const { causes, denials, endings, confirmed, verdicts, transfers, events } = callWords[language]
  const { failed, skipped, notDialed, inProgress } = stateWords[language].contacts
  /** Of contacts in a task. A contact that is done without a success has the word of its last call. */
  const statusesOf = ({ successful, ...others }: typeof endings): Words => ({
    ...others,
    ...{ 1: successful, 2: failed, skipped, 3: notDialed, 4: inProgress },
  })
  const confirmedEndings = { ...endings, ...confirmed }
  return {
    statuses: statusesOf(endings),
    confirmedStatuses: statusesOf(confirmedEndings),
    endings: endings as Words,
    confirmedEndings: confirmedEndings as Words,
    causes: { ...causes, ...denials } as Words,
    verdicts: verdicts as Words,
    transfers: transfers as Words,
    kinds: events as Words,
    answers: exportWords[language].answers,
    directions: exportWords[language].directions,
    speakers: exportWords[language].speakers,
  }
}

export const labels: Record<Language, Labels> = { en: labelsOf('en'), zh: labelsOf('zh') }

/** A column that people have named themselves keeps its title. */
export function titleIn(language: Language, title: string): string {
  const { titles, prefixes } = exportWords[language]
  const [prefix = '', ...rest] = title.split('.')
  const words = prefixes[prefix]
  return words !== undefined && rest.length > 0
    ? `${words}: ${titles[rest.join('.')] ?? rest.join('.')}`
    : (titles[title] ?? title)
}

/** People look at other columns first. A caller ID is a phone number. */
export function idsLast<Column extends { title: string; isNamedByUser?: boolean }>(
  columns: readonly Column[],
): Column[] {
  const isId = ({ title, isNamedByUser }: Column) => !isNamedByUser && /^(id|(?!caller).*Id)$/.test(title)
  return [...columns.filter((column) => !isId(column)), ...columns.filter(isId)]
}
