// Places pictures beside the page, which stays responsive meanwhile.
import { type PlacingRequest, placePicture } from './place-picture.ts'

self.onmessage = ({ data }: MessageEvent<PlacingRequest>) => self.postMessage(placePicture(data))
