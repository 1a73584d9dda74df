const en = {
  campaigns: {
    appointments: {
      listName: 'Patients of next week',
      listDesc: 'Made-up people for a first look. Nobody is really called.',
      taskName: 'Appointments of next week',
    },
    deliveries: {
      listName: 'Parcels of tomorrow',
      listDesc: 'Made-up people for a first look. Nobody is really called.',
      taskName: 'Deliveries of tomorrow',
    },
    survey: {
      listName: 'Visitors of last week',
      listDesc: 'Made-up people for a first look. Nobody is really called.',
      taskName: 'Survey after the visit',
    },
  },
  later: 'We will call you again in a minute. Goodbye.',
  over: (count: string) => `Your demo is over: ${count} confirmed`,
  overText: 'This is what a campaign leaves behind. Each step is a link.',
  exportHint: 'An Excel file with everybody who confirmed, ready for the next step.',
  title: 'Your demo is running',
  text: 'A clinic, a parcel service and a survey call made-up people. Each step is a link.',
  followed: 'seen',
  hide: 'Hide this guide',
  watch: 'Watch the calls come in',
  watchHint: 'Every call that has ended, with who answered and which key they pressed.',
  contacts: 'See who has confirmed',
  contactsHint: 'What the task knows about each contact: its state, attempts and next attempt.',
  call: 'Hear the call',
  callHint: 'The call flow, step by step. Use your keyboard as the phone.',
  list: 'Look at the data source',
  listHint: 'The contacts, with their names and fields.',
  own: 'Import your own contacts',
  ownHint: 'A CSV or Excel file with a column of phone numbers.',
}

const zh: typeof en = {
  campaigns: {
    appointments: {
      listName: '下周就诊患者',
      listDesc: '供初次体验的虚构联系人，不会真的拨打电话。',
      taskName: '下周预约确认',
    },
    deliveries: {
      listName: '明日派送包裹',
      listDesc: '供初次体验的虚构联系人，不会真的拨打电话。',
      taskName: '明日派送通知',
    },
    survey: {
      listName: '上周到访客户',
      listDesc: '供初次体验的虚构联系人，不会真的拨打电话。',
      taskName: '到访满意度调查',
    },
  },
  later: '我们将在一分钟后再次致电。再见。',
  over: (count) => `演示已结束：${count} 人已确认`,
  overText: '这是一次外呼活动的成果，点击即可查看。',
  exportHint: '包含所有已确认联系人的 Excel 文件，可直接用于下一步。',
  title: '演示正在进行',
  text: '诊所、快递和调查正在呼叫虚构的联系人，点击即可查看。',
  followed: '已查看',
  hide: '隐藏引导',
  watch: '查看陆续结束的呼叫',
  watchHint: '每个已结束的呼叫，以及谁接听、按了哪个键。',
  contacts: '查看谁已确认',
  contactsHint: '每个联系人在任务中的状态、呼叫次数和下次呼叫时间。',
  call: '试听通话',
  callHint: '逐步试听通话流程，用键盘代替电话按键。',
  list: '查看数据源',
  listHint: '联系人及其姓名和字段。',
  own: '导入您自己的联系人',
  ownHint: '包含电话号码列的 CSV 或 Excel 文件。',
}

export const demoMessages = { en, zh }
