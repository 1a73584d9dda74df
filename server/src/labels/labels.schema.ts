import { Type } from 'typebox'
import { oneOf } from '../http/route-schema.ts'
import { type LabelLanguage, labels } from './labels.ts'

/** Of exports. */
export const LabelsQuery = {
  labels: Type.Optional(
    oneOf(Object.keys(labels) as LabelLanguage[], {
      description:
        'For people: readable titles and words instead of codes, in this language; numbers and times of a workbook are typed cells. ' +
        'Default: titles and values as the API names them, all of them text.',
    }),
  ),
}
