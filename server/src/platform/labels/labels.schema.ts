import { Type } from 'typebox'
import { defaulted, oneOf } from '../http/schemas/route-schema.ts'
import { LANGUAGES } from '../words/languages.ts'

/** The query parameters of exports that choose the words. */
export const LabelsQuery = {
  labels: Type.Optional(
    oneOf([...LANGUAGES], {
      description:
        'For people: readable titles and words instead of codes, in this language; numbers and times of a workbook are typed cells. ' +
        'Default: titles and values as the API names them, all of them text.',
    }),
  ),
}

/** Of exports whose format may also be called by its file extension. */
export const FileQuery = {
  format: defaulted(
    oneOf(['csv', 'excel', 'xlsx'], {
      default: 'excel',
      description: '`excel` and `xlsx` are an .xlsx workbook.',
    }),
  ),
  ...LabelsQuery,
}
