import { Type } from 'typebox'
import { type Api, named, operation, orNull, ref, success } from '../../platform/http/schemas/route-schema.ts'
import { countryCode } from '../../platform/http/schemas/text-schema.ts'
import type { KeyRenewal } from './renew-keys.ts'
import type { ServiceCountry } from './service-country.ts'

const shownCountry = (description: string) => orNull(Type.String({ description, examples: ['DE'] }))

const facts = {
  country: shownCountry('Of numbers that name none and whose data source has none; null: none is known.'),
  isSet: Type.Boolean({ description: 'Whether it was set here; otherwise it is DEFAULT_COUNTRY.' }),
  environmentCountry: shownCountry('DEFAULT_COUNTRY of the node that answers; null: it has none.'),
}

const CountryOfService = named('CountryOfService', Type.Object(facts))
const ChangedCountryOfService = named(
  'ChangedCountryOfService',
  Type.Object({
    ...facts,
    duplicateCount: Type.Integer({
      description: 'How many contacts now have the same number as another one of their data source.',
      examples: [0],
    }),
  }),
)
const CountryOfServiceChange = named(
  'CountryOfServiceChange',
  Type.Object(
    { country: orNull(countryCode('The country of numbers that name none; null: DEFAULT_COUNTRY.')) },
    { examples: [{ country: 'DE' }] },
  ),
)

interface CountryRouteDependencies {
  serviceCountry: ServiceCountry
  keyRenewal: KeyRenewal
}

export function addCountryRoutes(app: Api, { serviceCountry, keyRenewal }: CountryRouteDependencies): void {
  for (const schema of [CountryOfService, ChangedCountryOfService, CountryOfServiceChange])
    app.addSchema(schema)
  const tag = 'Service'

  app.get(
    '/api/system/country',
    operation({
      id: 'getCountryOfService',
      tag,
      summary: 'Read the country of the service',
      needs: 'see',
      bound: 'none',
      data: ref(CountryOfService),
    }),
    async () => success(serviceCountry.view()),
  )

  app.post(
    '/api/system/country',
    operation({
      id: 'changeCountryOfService',
      tag,
      summary: 'Change the country of the service',
      description:
        'For all nodes. What is set here takes precedence over DEFAULT_COUNTRY. All stored numbers that name no country are compared again in one ' +
        'transaction, except those of data sources with a country of their own; refused while such numbers are called.',
      needs: 'administer',
      bound: 'all',
      body: ref(CountryOfServiceChange),
      data: ref(ChangedCountryOfService),
    }),
    async (request) => {
      const duplicateCount = await keyRenewal.changeServiceCountry(request.body.country)
      return success({ ...serviceCountry.view(), duplicateCount })
    },
  )
}
