// What came of calls, in words: by the codes of the API.
import { callWords } from '@carillon/server/words/calls'

type Way =
  | 'short_greeting'
  | 'long_greeting'
  | 'greeting_after_pause'
  | 'talked_again'
  | 'no_word'
  | 'unclear_greeting'
  | 'unclear_sound'
  | 'pressed_key'
  | 'passed_screening'

const en = {
  verdicts: callWords.en.verdicts as Record<string, string>,
  transfers: callWords.en.transfers as Record<string, string>,
  title: 'Results',
  column: 'Result',
  ofCall: 'Result',
  open: (phone: string) => `Result of the call to ${phone}`,
  contacts: (count: string) => `of ${count} contacts with a result`,
  countedAt: (time: string) => `counted at ${time}`,
  verdict: 'Who answered',
  anyVerdict: 'Anyone',
  decided: (by: string, seconds: string) => `decided by the ${by} after ${seconds} s`,
  deciders: { detector: 'detector', agent: 'voice agent', platform: 'voice platform' } as Record<
    string,
    string
  >,
  /** How it was decided; a word of a voice agent or a platform is shown as it is. */
  ways: {
    short_greeting: 'a short greeting',
    long_greeting: 'a long greeting',
    greeting_after_pause: 'a greeting with a pause',
    talked_again: 'listened and talked again',
    no_word: 'nothing was said',
    unclear_greeting: 'a greeting of medium length',
    unclear_sound: 'a sound that could not be measured',
    pressed_key: 'a key was pressed',
    passed_screening: 'took the call after screening',
  } satisfies Record<Way, string> as Record<string, string>,
  digits: (step: string) => `Keys at “${step}”`,
  noKeys: 'none',
  transfer: 'Transfer',
  agent: 'Voice agent',
  agents: {
    done: 'Done',
    refused: 'Refused the connection',
    silent: 'Did not respond',
    died: 'Connection lost',
  } as Record<string, string>,
  hungUp: 'Hung up',
  atStep: (step: string) => `at “${step}”`,
  notes: {
    callback_past: (text: string) => `The callback at ${text} was ignored: that time had passed`,
    callback_too_far: (text: string) => `The callback at ${text} was ignored: it was too far ahead`,
    callback_unreadable: (text: string) => `The callback “${text}” was ignored: it is not a time`,
    result_full: (text: string) => `The field “${text}” was not saved: the result is full`,
  } as Record<string, (text: string) => string>,
  note: 'Note',
  optOut: 'Opted out',
  yes: 'Yes',
  callback: 'Callback time',
  callbacks: 'Asked for a callback',
  recorded: 'Recorded',
  said: 'What was said',
  more: (count: string) => `and ${count} more ${count === '1' ? 'value' : 'values'}`,
  recording: { call: 'Recording of the call', message: 'Recorded message' } as Record<string, string>,
  load: 'Load the recording',
  play: 'Play',
  pause: 'Pause',
  position: 'Position in the recording',
  timeOf: (now: string, all: string) => `${now} of ${all}`,
  pending: 'The recording is being fetched from the gateway.',
  missing: 'The gateway did not have the recording.',
  gone: 'The recording is no longer kept.',
  summary: 'Summary',
  cost: (of: string) => (of === '' ? 'Cost of the voice agent' : `Cost of the voice agent: ${of}`),
  transcript: 'Transcript',
  speakers: { agent: 'Voice agent', callee: 'Callee' } as Record<string, string>,
  playFrom: (time: string) => `Play from ${time}`,
  searchSaid: 'Search what was said',
}

const zh: typeof en = {
  verdicts: callWords.zh.verdicts,
  transfers: callWords.zh.transfers,
  title: '结果',
  column: '结果',
  ofCall: '结果',
  open: (phone) => `${phone} 的呼叫结果`,
  contacts: (count) => `共 ${count} 个有结果的联系人`,
  countedAt: (time) => `统计于 ${time}`,
  verdict: '接听者',
  anyVerdict: '全部接听者',
  decided: (by, seconds) => `由${by}在 ${seconds} 秒后判定`,
  deciders: { detector: '检测器', agent: '语音智能体', platform: '语音平台' },
  ways: {
    short_greeting: '问候语较短',
    long_greeting: '问候语很长',
    greeting_after_pause: '问候语中有停顿',
    talked_again: '听完后再次说话',
    no_word: '没有说话',
    unclear_greeting: '问候语长度居中',
    unclear_sound: '声音无法测量',
    pressed_key: '对方按了键',
    passed_screening: '筛选后接听',
  },
  digits: (step) => `“${step}”的按键`,
  noKeys: '无',
  transfer: '转接',
  agent: '语音智能体',
  agents: { done: '已完成', refused: '拒绝连接', silent: '没有响应', died: '连接中断' },
  hungUp: '对方挂断',
  atStep: (step) => `在“${step}”`,
  notes: {
    callback_past: (text) => `回呼时间 ${text} 已过，未予采用`,
    callback_too_far: (text) => `回呼时间 ${text} 太远，未予采用`,
    callback_unreadable: (text) => `回呼时间“${text}”无法识别，未予采用`,
    result_full: (text) => `字段“${text}”放不下，未保存`,
  },
  note: '说明',
  optOut: '要求不再呼叫',
  yes: '是',
  callback: '回呼时间',
  callbacks: '要求回呼',
  recorded: '已录音',
  said: '播报内容',
  more: (count) => `另有 ${count} 个值`,
  recording: { call: '通话录音', message: '留言录音' },
  load: '加载录音',
  play: '播放',
  pause: '暂停',
  position: '播放位置',
  timeOf: (now, all) => `${now} / ${all}`,
  pending: '正在从网关取回录音。',
  missing: '网关上没有这个录音。',
  gone: '录音已不再保留。',
  summary: '摘要',
  cost: (of) => (of === '' ? '语音智能体费用' : `语音智能体费用：${of}`),
  transcript: '对话记录',
  speakers: { agent: '语音智能体', callee: '对方' },
  playFrom: (time) => `从 ${time} 播放`,
  searchSaid: '搜索对话内容',
}

export const resultsMessages = { en, zh }
