import { Type } from 'typebox'
import {
  type Api,
  named,
  oneOf,
  operation,
  optional,
  orNull,
  ref,
  success,
  TimestampOrNull,
} from '../../platform/http/schemas/route-schema.ts'
import { text } from '../../platform/http/schemas/text-schema.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { LANGUAGES } from '../../platform/words/languages.ts'
import { ALERT_KINDS, alertKinds, MAX_ADDRESSES, MAX_CHATS } from './notification-settings.ts'
import type { NotificationsService, NotificationView } from './notifications.service.ts'

const tag = 'Service'

const settings = {
  addresses: Type.Array(
    text({
      maxLength: 254,
      pattern: '^[^\\s@<>",;:]+@[^\\s@<>",;:]+$',
      description: 'An e-mail address.',
      examples: ['desk@example.com'],
    }),
    {
      maxItems: MAX_ADDRESSES,
      uniqueItems: true,
      description: 'Who gets an e-mail.',
      examples: [['desk@example.com']],
    },
  ),
  chatUrls: Type.Array(
    text({ minLength: 1, maxLength: 2000, examples: ['https://chat.example.com/hooks/calls'] }),
    {
      maxItems: MAX_CHATS,
      uniqueItems: true,
      description:
        'Addresses that take `{ "text": "…" }`, as those of Slack and Teams do. What holds for the addresses of webhooks holds for them.',
      examples: [['https://chat.example.com/hooks/calls']],
    },
  ),
  alerts: Type.Array(oneOf(alertKinds), {
    maxItems: alertKinds.length,
    uniqueItems: true,
    description: `What is told: ${Object.entries(ALERT_KINDS)
      .map(([kind, meaning]) => `\`${kind}\` ${meaning}`)
      .join(', ')}. Each once when it has held for a minute, and once when it is over.`,
    examples: [['trunk', 'task']],
  }),
  language: oneOf([...LANGUAGES], { description: 'Of what is sent.', examples: ['en'] }),
}
const reportHour = Type.Integer({
  minimum: 0,
  maximum: 23,
  description:
    'At this hour, in the time zone of the service, a report of the day before is sent. Null: none.',
  examples: [7],
})

const NotificationSettings = named(
  'NotificationSettings',
  Type.Object({
    ...settings,
    reportHour: orNull(reportHour),
    canMail: Type.Boolean({ description: 'Whether the environment names a mail server (`SMTP_URL`).' }),
    sentTime: { ...TimestampOrNull, description: 'When everybody took the last message.' },
    error: orNull(Type.String({ description: 'Of the last message: who did not take it, and why.' })),
    errorTime: TimestampOrNull,
  }),
)

const NotificationSettingsChange = named(
  'NotificationSettingsChange',
  Type.Object(
    {
      addresses: optional(settings.addresses),
      chatUrls: optional(settings.chatUrls),
      alerts: optional(settings.alerts),
      language: optional(settings.language),
      reportHour: Type.Optional(orNull(reportHour)),
    },
    { examples: [{ addresses: ['desk@example.com'], reportHour: 7 }] },
  ),
)

export function addNotificationRoutes(
  app: Api,
  notifications: NotificationsService,
  timestamps: Timestamps,
): void {
  for (const each of [NotificationSettings, NotificationSettingsChange]) app.addSchema(each)

  const present = ({ sentTime, errorTime, ...view }: NotificationView) => ({
    ...view,
    sentTime: timestamps.formatOrNull(sentTime),
    errorTime: timestamps.formatOrNull(errorTime),
  })

  app.get(
    '/api/notification/settings',
    operation({
      id: 'getNotificationSettings',
      tag,
      summary: 'Read who is told of alerts and gets the morning report',
      needs: 'administer',
      bound: 'all',
      data: ref(NotificationSettings),
    }),
    async () => success(present(await notifications.read())),
  )

  app.post(
    '/api/notification/settings',
    operation({
      id: 'changeNotificationSettings',
      tag,
      summary: 'Change who is told of alerts and gets the morning report',
      description: 'Only the given fields are changed. Lists are replaced.',
      needs: 'administer',
      bound: 'all',
      body: ref(NotificationSettingsChange),
      data: ref(NotificationSettings),
    }),
    async ({ body }) => {
      const { addresses, chatUrls, alerts, language, reportHour: hour } = body
      const change = {
        addresses: addresses ?? undefined,
        chatUrls: chatUrls ?? undefined,
        alerts: alerts ?? undefined,
        language: language ?? undefined,
        reportHour: hour,
      }
      return success(present(await notifications.change(change)))
    },
  )

  app.post(
    '/api/notification/test',
    operation({
      id: 'testNotifications',
      tag,
      summary: 'Send a test to everybody who is told of alerts',
      needs: 'administer',
      bound: 'all',
      data: Type.Object({
        rows: Type.Array(
          Type.Object({
            to: Type.String({ description: 'The e-mail address, or the host of a chat.' }),
            error: orNull(Type.String({ description: 'Why it was not taken; null if it was.' })),
          }),
        ),
      }),
    }),
    async () => success({ rows: await notifications.test() }),
  )
}
