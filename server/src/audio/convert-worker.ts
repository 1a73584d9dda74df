// The entry point of a thread that converts one audio file.
import { answerQuestion } from '../kernel/thread-question.ts'
import { convertAudio } from './convert.ts'

answerQuestion(convertAudio)
