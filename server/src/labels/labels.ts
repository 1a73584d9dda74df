// Words for exports that people read: titles of columns, and what the codes in the cells mean.
import { en } from './labels.en.ts'
import { zh } from './labels.zh.ts'

export const labels = { en, zh }
export type LabelLanguage = keyof typeof labels

/** A column that people have named themselves keeps its title. */
export function titleIn(language: LabelLanguage, title: string): string {
  const { titles, prefixes } = labels[language]
  const [prefix = '', ...rest] = title.split('.')
  const words = prefixes[prefix]
  return words !== undefined && rest.length > 0
    ? `${words}: ${titles[rest.join('.')] ?? rest.join('.')}`
    : (titles[title] ?? title)
}

/** People look at other columns first. */
export function idsLast<Column extends { title: string; isNamedByUser?: boolean }>(
  columns: readonly Column[],
): Column[] {
  const isId = ({ title, isNamedByUser }: Column) => !isNamedByUser && /^(id|.*Id)$/.test(title)
  return [...columns.filter((column) => !isId(column)), ...columns.filter(isId)]
}
