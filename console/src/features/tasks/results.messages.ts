// What came of calls, in words: by the codes of the API.
type Verdict = 'person' | 'machine' | 'screening' | 'silence' | 'unknown'
type Way =
  | 'short_greeting'
  | 'long_greeting'
  | 'greeting_after_pause'
  | 'no_word'
  | 'unclear_greeting'
  | 'unclear_sound'
  | 'pressed_key'
type Transfer = 'answered' | 'busy' | 'no_answer' | 'failed' | 'handed_over'

const en = {
  title: 'Results',
  column: 'Result',
  ofCall: 'What came of it',
  open: (phone: string) => `Result of the call to ${phone}`,
  contacts: (count: string) => `of ${count} answered`,
  verdict: 'Who answered',
  anyVerdict: 'Anybody',
  verdicts: {
    person: 'Person',
    machine: 'Machine',
    screening: 'Call screening',
    silence: 'Silence',
    unknown: 'Not sure',
  } satisfies Record<Verdict, string> as Record<string, string>,
  decided: (by: string, seconds: string) => `decided by the ${by} after ${seconds} s`,
  deciders: { detector: 'detector', agent: 'voice agent', platform: 'platform' } as Record<string, string>,
  /** How it was decided; a word of a voice agent or a platform is shown as it is. */
  ways: {
    short_greeting: 'a short greeting',
    long_greeting: 'a long greeting',
    greeting_after_pause: 'a greeting with a pause',
    no_word: 'not a word',
    unclear_greeting: 'a greeting of medium length',
    unclear_sound: 'a sound that could not be measured',
    pressed_key: 'a key was pressed',
  } satisfies Record<Way, string> as Record<string, string>,
  digits: (step: string) => `Keys at “${step}”`,
  noKeys: 'none',
  transfer: 'Transfer',
  transfers: {
    answered: 'Answered',
    busy: 'Busy',
    no_answer: 'No answer',
    failed: 'Failed',
    handed_over: 'Handed over',
  } satisfies Record<Transfer, string> as Record<string, string>,
  agent: 'Voice agent',
  agents: {
    done: 'Done',
    refused: 'Refused the connection',
    silent: 'Said nothing',
    died: 'Connection lost',
  } as Record<string, string>,
  optOut: 'Asked for no more calls',
  yes: 'Yes',
  callback: 'Asked to be called at',
  callbacks: 'Asked for another call',
  recorded: 'Recorded',
  said: 'What was said',
  more: (count: string) => `and ${count} other values`,
  recording: { call: 'Recording of the call', message: 'Recorded message' } as Record<string, string>,
  load: 'Load the recording',
  play: 'Play',
  pause: 'Pause',
  position: 'Position in the recording',
  timeOf: (now: string, all: string) => `${now} of ${all}`,
  pending: 'The recording is being fetched from the exchange.',
  missing: 'The exchange did not have the recording.',
  gone: 'The recording is no longer kept.',
}

const zh: typeof en = {
  title: '结果',
  column: '结果',
  ofCall: '呼叫结果',
  open: (phone) => `${phone} 的呼叫结果`,
  contacts: (count) => `共 ${count} 个接听`,
  verdict: '谁接听',
  anyVerdict: '任何人',
  verdicts: {
    person: '真人',
    machine: '机器',
    screening: '来电筛选',
    silence: '无人说话',
    unknown: '不确定',
  },
  decided: (by, seconds) => `由${by}在 ${seconds} 秒后判定`,
  deciders: { detector: '检测器', agent: '语音代理', platform: '平台' },
  ways: {
    short_greeting: '简短的问候',
    long_greeting: '很长的问候',
    greeting_after_pause: '停顿后继续问候',
    no_word: '没有说话',
    unclear_greeting: '长短适中的问候',
    unclear_sound: '无法测量的声音',
    pressed_key: '按了按键',
  },
  digits: (step) => `“${step}”的按键`,
  noKeys: '无',
  transfer: '转接',
  transfers: {
    answered: '已接听',
    busy: '忙线',
    no_answer: '无人接听',
    failed: '失败',
    handed_over: '已移交',
  },
  agent: '语音代理',
  agents: { done: '已完成', refused: '拒绝连接', silent: '没有说话', died: '连接中断' },
  optOut: '要求不再来电',
  yes: '是',
  callback: '要求再次来电的时间',
  callbacks: '要求再次来电',
  recorded: '已录音',
  said: '播报内容',
  more: (count) => `另有 ${count} 个值`,
  recording: { call: '通话录音', message: '留言录音' },
  load: '加载录音',
  play: '播放',
  pause: '暂停',
  position: '录音位置',
  timeOf: (now, all) => `${now} / ${all}`,
  pending: '正在从交换机取回录音。',
  missing: '交换机上没有这个录音。',
  gone: '录音已不再保留。',
}

export const resultsMessages = { en, zh }
