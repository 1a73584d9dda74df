const en = {
  /** By their seconds. */
  units: { 1: 'seconds', 60: 'minutes', 3600: 'hours', 86400: 'days' } as Record<number, string>,
  unit: 'Unit of the time between attempts',
}

const zh: typeof en = {
  units: { 1: '秒', 60: '分钟', 3600: '小时', 86400: '天' },
  unit: '间隔的单位',
}

export const intervalMessages = { en, zh }
