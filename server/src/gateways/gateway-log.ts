// What gateways say to whoever runs the service. Nothing secret, and no phone numbers.

export interface GatewayLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
}
