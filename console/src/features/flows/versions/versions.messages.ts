const en = {
  versions: 'Versions',
  version: (number: number) => `Version ${number}`,
  versionInUse: (number: number) => `Version ${number} (in use)`,
  inUse: 'in use',
  made: (actor: string, time: string) => `${actor}, ${time}`,
  calls: (calls: string) => (calls === '1' ? '1 call' : `${calls} calls`),
  older: (count: number) => `Show ${count} more`,
  choose: 'Version of the call flow',
  allVersions: 'All versions',
  counted: (calls: string) => `Answered calls that have ended: ${calls}`,
  bringBack: (number: number) => `Use version ${number} from now on`,
  bringBackTitle: (number: number) => `Use version ${number} again?`,
  bringBackText: (number: number, next: number) =>
    `Version ${number} becomes version ${next}. Calls that start from now on follow it; live calls continue with theirs.`,
  sameFlow: 'It is the same as the version in use.',
  change: 'Change the call flow',
  changeText:
    'Saving makes a new version. Calls that start from now on follow it; live calls continue with theirs. What counts as a success stays.',
  save: 'Save as a new version',
  changed: (number: number) => `New calls follow version ${number}`,
}

const zh: typeof en = {
  versions: '版本',
  version: (number) => `版本 ${number}`,
  versionInUse: (number) => `版本 ${number}（使用中）`,
  inUse: '使用中',
  made: (actor, time) => `${actor}，${time}`,
  calls: (calls) => `${calls} 次呼叫`,
  older: (count) => `再显示 ${count} 个`,
  choose: '通话流程的版本',
  allVersions: '所有版本',
  counted: (calls) => `已接通并结束的呼叫：${calls}`,
  bringBack: (number) => `从现在起使用版本 ${number}`,
  bringBackTitle: (number) => `重新使用版本 ${number}？`,
  bringBackText: (number, next) =>
    `版本 ${number} 将成为版本 ${next}。从现在起开始的呼叫使用它；正在进行的呼叫继续使用原来的版本。`,
  sameFlow: '与使用中的版本相同。',
  change: '更换通话流程',
  changeText:
    '保存后生成新版本。从现在起开始的呼叫使用新版本；正在进行的呼叫继续使用原来的版本。成功的条件不变。',
  save: '保存为新版本',
  changed: (number) => `新的呼叫使用版本 ${number}`,
}

export const versionsMessages = { en, zh }
