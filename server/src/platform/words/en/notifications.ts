// What is sent by e-mail and chat.

export const en = {
  begins: (count: number) =>
    count === 1 ? 'Carillon: 1 thing needs attention' : `Carillon: ${count} things need attention`,
  ends: (count: number) => (count === 1 ? 'Carillon: 1 thing is over' : `Carillon: ${count} things are over`),
  needsAttention: 'Needs attention:',
  isOver: 'Over:',
  task: (name: string, message: string) => `Task “${name}”: ${message}`,
  trunk: (name: string, message: string) => `Trunk “${name}”: ${message}`,
  report: {
    subject: (day: string, reached: string, successes: string) =>
      `Carillon, ${day}: ${reached} reached, ${successes} successful`,
    subjectNone: (day: string) => `Carillon, ${day}: no calls`,
    none: (day: string) => `No call ended on ${day}.`,
    reached: (people: string) => `People reached: ${people}`,
    calls: (calls: string) => `Calls: ${calls}`,
    successes: (calls: string, share: string) => `Successful: ${calls} (${share} of the calls)`,
    bestHour: (from: string, to: string, share: string) =>
      `Best hour: ${from} to ${to}, ${share} of its calls were successful`,
    tasks: 'Tasks:',
    task: (name: string, calls: string, reached: string, successes: string) =>
      `${name}: ${calls} calls, ${reached} reached, ${successes} successful`,
  },
  test: {
    subject: 'Carillon: a test',
    text: 'Alerts and reports of Carillon arrive here.',
  },
}
