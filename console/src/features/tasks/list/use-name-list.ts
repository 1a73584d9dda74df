import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { partsMessages } from '../../../parts/parts.messages.ts'
import { operationsMessages } from '../operations.messages.ts'

const MAX_NAMES = 8

/** `“a”, “b” and 3 more`. */
export function useNameList(): (names: string[]) => string {
  const t = useMessages(operationsMessages)
  const { andMore } = useMessages(partsMessages)
  const format = useFormat()
  return (names) => {
    const named = names.slice(0, MAX_NAMES).map(t.quoted).join(t.separator)
    const left = names.length - MAX_NAMES
    return left > 0 ? `${named} ${andMore(format.number(left))}` : named
  }
}
