/** As people call it: “Firefox, Linux”. */
export function browserOf(text: string): string {
  const name = /Edg|Firefox|Chrome|Safari/.exec(text)?.[0].replace('Edg', 'Edge')
  const system = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(text)?.[0].replace('Mac OS', 'macOS')
  return [name, system].filter(Boolean).join(', ') || text.slice(0, 40)
}
