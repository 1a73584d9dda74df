// Listens to notifications of the database from now on.
import {
  createNotifications,
  type Heard,
  type NotificationOptions,
  type Notifications,
} from '../../src/platform/storage/notifications.ts'

export const listen = (options: NotificationOptions & Heard): Notifications =>
  createNotifications(options).listen(options)
