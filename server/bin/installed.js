#!/usr/bin/env node
// The command of an installed package, which is built already.
import { keepCompiledCode } from './compile-cache.js'

keepCompiledCode()
await import('../dist/main.js')
