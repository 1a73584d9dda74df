export const announcesMessages = {
  en: {
    label: 'Tells the person',
    agentLabel: 'The agent itself tells the person at the start',
    hint: 'What a sentence means cannot be checked, so say it here. A voice agent and a recording should come after it.',
    saysThat: {
      artificialVoice: 'that the voice is artificial',
      recording: 'that the call is recorded',
    },
  },
  zh: {
    label: '告知对方',
    agentLabel: '智能体自己在开头告知对方',
    hint: '系统无法检查一句话的含义，请在此注明。语音智能体和录音应在此之后。',
    saysThat: {
      artificialVoice: '声音由人工合成',
      recording: '通话会被录音',
    },
  },
}
