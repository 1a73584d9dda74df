const en = {
  version: (number: number) => `Version ${number}`,
  versionInUse: (number: number) => `Version ${number} (in use)`,
  choose: 'Version of the call flow',
  allVersions: 'All versions',
  counted: (calls: string) => `Answered calls that have ended: ${calls}`,
}

const zh: typeof en = {
  version: (number) => `版本 ${number}`,
  versionInUse: (number) => `版本 ${number}（使用中）`,
  choose: '通话流程的版本',
  allVersions: '所有版本',
  counted: (calls) => `已接通并结束的呼叫：${calls}`,
}

export const versionsMessages = { en, zh }
