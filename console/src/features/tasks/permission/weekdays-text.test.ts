import { expect, it } from 'vitest'
import { permissionMessages } from './permission.messages.ts'
import { weekdaysText } from './permission-texts.ts'

it.each([
  [[1, 2, 3, 4, 5], 'Mon–Fri', '周一至周五'],
  [[1, 3, 7], 'Mon, Wed, Sun', '周一、周三、周日'],
  [[6, 7], 'Sat, Sun', '周六、周日'],
  [[5], 'Fri', '周五'],
])('%j is %s', (days, english, chinese) => {
  expect(weekdaysText(days, permissionMessages.en)).toBe(english)
  expect(weekdaysText(days, permissionMessages.zh)).toBe(chinese)
})
