const en = {
  label: 'The phone',
  rings: 'Incoming call',
  answer: 'Answer the call',
  answerHint: 'With sound. Press 1 or 2 when you are asked.',
  again: 'Hear it again',
}

const zh: typeof en = {
  label: '电话',
  rings: '来电',
  answer: '接听来电',
  answerHint: '有声音。听到提示后请按 1 或 2。',
  again: '再听一遍',
}

export const playedCallMessages = { en, zh }
