// Made from openapi.json by `npm run client`: changes are lost.
export const limits = {
  "NewTask": {
    "taskName": {
      "minLength": 1,
      "maxLength": 100,
      "isRequired": true
    },
    "taskDesc": {
      "maxLength": 2000,
      "pattern": "^[^\\u0000]*$",
      "isRequired": false
    },
    "priority": {
      "minimum": 1,
      "maximum": 5,
      "default": 3,
      "isRequired": false
    },
    "maxDialCount": {
      "minimum": 1,
      "maximum": 10,
      "default": 3,
      "isRequired": false
    },
    "callInterval": {
      "minimum": 0,
      "maximum": 86400,
      "default": 60,
      "isRequired": false
    },
    "dailyStartTime": {
      "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$",
      "isRequired": false
    },
    "dailyEndTime": {
      "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$",
      "isRequired": false
    },
    "listMode": {
      "default": "snapshot",
      "isRequired": false
    },
    "scheduledStartTime": {
      "pattern": "^(?:(?:197[1-9]|19[89][0-9]|2[0-9]{3})-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:19(?:7[26]|8[048]|9[26])|2[0-9](?:0[48]|[2468][048]|[13579][26])|2[048]00)-02-29)(?: (?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]|T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9]))$",
      "isRequired": false
    },
    "scheduledEndTime": {
      "pattern": "^(?:(?:197[1-9]|19[89][0-9]|2[0-9]{3})-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:19(?:7[26]|8[048]|9[26])|2[0-9](?:0[48]|[2468][048]|[13579][26])|2[048]00)-02-29)(?: (?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]|T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9]))$",
      "isRequired": false
    },
    "successWhen": {
      "minLength": 1,
      "maxLength": 500,
      "pattern": "^[^\\u0000]*$",
      "isRequired": false
    },
    "listenNotice": {
      "maxLength": 500,
      "pattern": "^[^\\u0000]*$",
      "isRequired": false
    },
    "maxAgents": {
      "minimum": 1,
      "maximum": 10000,
      "isRequired": false
    }
  },
  "TaskChange": {
    "taskName": {
      "minLength": 1,
      "maxLength": 100,
      "isRequired": false
    },
    "taskDesc": {
      "maxLength": 2000,
      "pattern": "^[^\\u0000]*$",
      "isRequired": false
    },
    "priority": {
      "minimum": 1,
      "maximum": 5,
      "isRequired": false
    },
    "maxDialCount": {
      "minimum": 1,
      "maximum": 10,
      "isRequired": false
    },
    "callInterval": {
      "minimum": 0,
      "maximum": 86400,
      "isRequired": false
    },
    "dailyStartTime": {
      "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$",
      "isRequired": false
    },
    "dailyEndTime": {
      "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$",
      "isRequired": false
    },
    "scheduledStartTime": {
      "pattern": "^(?:(?:197[1-9]|19[89][0-9]|2[0-9]{3})-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:19(?:7[26]|8[048]|9[26])|2[0-9](?:0[48]|[2468][048]|[13579][26])|2[048]00)-02-29)(?: (?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]|T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9]))$",
      "isRequired": false
    },
    "scheduledEndTime": {
      "pattern": "^(?:(?:197[1-9]|19[89][0-9]|2[0-9]{3})-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:19(?:7[26]|8[048]|9[26])|2[0-9](?:0[48]|[2468][048]|[13579][26])|2[048]00)-02-29)(?: (?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]|T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9]))$",
      "isRequired": false
    },
    "successWhen": {
      "minLength": 1,
      "maxLength": 500,
      "pattern": "^[^\\u0000]*$",
      "isRequired": false
    },
    "listenNotice": {
      "maxLength": 500,
      "pattern": "^[^\\u0000]*$",
      "isRequired": false
    },
    "maxAgents": {
      "minimum": 1,
      "maximum": 10000,
      "isRequired": false
    }
  },
  "TaskCopy": {
    "taskName": {
      "minLength": 1,
      "maxLength": 100,
      "isRequired": false
    }
  },
  "RecallRequest": {
    "priority": {
      "minimum": 1,
      "maximum": 5,
      "default": 5,
      "isRequired": false
    }
  },
  "RescheduleRequest": {
    "priority": {
      "minimum": 1,
      "maximum": 5,
      "isRequired": false
    },
    "maxDialCount": {
      "minimum": 1,
      "maximum": 10,
      "isRequired": false
    },
    "callInterval": {
      "minimum": 0,
      "maximum": 86400,
      "isRequired": false
    },
    "dailyStartTime": {
      "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$",
      "isRequired": false
    },
    "dailyEndTime": {
      "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$",
      "isRequired": false
    },
    "scheduledStartTime": {
      "pattern": "^(?:(?:197[1-9]|19[89][0-9]|2[0-9]{3})-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:19(?:7[26]|8[048]|9[26])|2[0-9](?:0[48]|[2468][048]|[13579][26])|2[048]00)-02-29)(?: (?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]|T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9]))$",
      "isRequired": false
    },
    "scheduledEndTime": {
      "pattern": "^(?:(?:197[1-9]|19[89][0-9]|2[0-9]{3})-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:19(?:7[26]|8[048]|9[26])|2[0-9](?:0[48]|[2468][048]|[13579][26])|2[048]00)-02-29)(?: (?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]|T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9]))$",
      "isRequired": false
    }
  },
  "StopRequest": {
    "reason": {
      "maxLength": 1000,
      "pattern": "^[^\\u0000]*$",
      "isRequired": false
    }
  },
  "ChangeFlowRequest": {
    "version": {
      "minimum": 1,
      "maximum": 2147483647,
      "isRequired": false
    }
  },
  "FlowCheck": {
    "successWhen": {
      "maxLength": 500,
      "pattern": "^[^\\u0000]*$",
      "isRequired": false
    }
  },
  "NewDataSource": {
    "dataSourceName": {
      "minLength": 1,
      "maxLength": 100,
      "isRequired": true
    },
    "dataSourceDesc": {
      "maxLength": 2000,
      "pattern": "^[^\\u0000]*$",
      "isRequired": false
    },
    "nameField": {
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[^\\u0000]*$",
      "isRequired": false
    }
  },
  "DataSourceChange": {
    "dataSourceName": {
      "minLength": 1,
      "maxLength": 100,
      "isRequired": false
    },
    "dataSourceDesc": {
      "maxLength": 2000,
      "pattern": "^[^\\u0000]*$",
      "isRequired": false
    },
    "nameField": {
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[^\\u0000]*$",
      "isRequired": false
    }
  },
  "NewContact": {
    "phoneNumber": {
      "maxLength": 64,
      "pattern": "^(?![^.]*\\.[^0-9.]*0[^1-9.]*$)[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*(?:[tT][eE][lL]:[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*)?[\\(\\[]*(?:\\+[\\(\\[]*)?[0-9](?:[ \\u00a0\\-./()\\[\\]]*[0-9]){2,19}[ \\u00a0\\-./()\\[\\]]*(?:[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff][\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*)?$",
      "isRequired": true
    },
    "callTime": {
      "pattern": "^(?:(?:197[1-9]|19[89][0-9]|2[0-9]{3})-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:19(?:7[26]|8[048]|9[26])|2[0-9](?:0[48]|[2468][048]|[13579][26])|2[048]00)-02-29)(?: (?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]|T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9]))$",
      "isRequired": false
    },
    "callUntil": {
      "pattern": "^(?:(?:197[1-9]|19[89][0-9]|2[0-9]{3})-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:19(?:7[26]|8[048]|9[26])|2[0-9](?:0[48]|[2468][048]|[13579][26])|2[048]00)-02-29)(?: (?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]|T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9]))$",
      "isRequired": false
    }
  },
  "ContactChange": {
    "phoneNumber": {
      "maxLength": 64,
      "pattern": "^(?![^.]*\\.[^0-9.]*0[^1-9.]*$)[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*(?:[tT][eE][lL]:[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*)?[\\(\\[]*(?:\\+[\\(\\[]*)?[0-9](?:[ \\u00a0\\-./()\\[\\]]*[0-9]){2,19}[ \\u00a0\\-./()\\[\\]]*(?:[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff][\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*)?$",
      "isRequired": false
    },
    "callTime": {
      "pattern": "^(?:(?:197[1-9]|19[89][0-9]|2[0-9]{3})-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:19(?:7[26]|8[048]|9[26])|2[0-9](?:0[48]|[2468][048]|[13579][26])|2[048]00)-02-29)(?: (?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]|T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9]))$",
      "isRequired": false
    },
    "callUntil": {
      "pattern": "^(?:(?:197[1-9]|19[89][0-9]|2[0-9]{3})-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:19(?:7[26]|8[048]|9[26])|2[0-9](?:0[48]|[2468][048]|[13579][26])|2[048]00)-02-29)(?: (?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]|T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9]))$",
      "isRequired": false
    }
  },
  "ContactName": {
    "phoneNumber": {
      "maxLength": 64,
      "pattern": "^(?![^.]*\\.[^0-9.]*0[^1-9.]*$)[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*(?:[tT][eE][lL]:[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*)?[\\(\\[]*(?:\\+[\\(\\[]*)?[0-9](?:[ \\u00a0\\-./()\\[\\]]*[0-9]){2,19}[ \\u00a0\\-./()\\[\\]]*(?:[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff][\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*)?$",
      "isRequired": false
    }
  },
  "ImportStart": {
    "nameField": {
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[^\\u0000]*$",
      "isRequired": false
    }
  },
  "CallRequest": {
    "phoneNumber": {
      "maxLength": 64,
      "pattern": "^(?![^.]*\\.[^0-9.]*0[^1-9.]*$)[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*(?:[tT][eE][lL]:[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*)?[\\(\\[]*(?:\\+[\\(\\[]*)?[0-9](?:[ \\u00a0\\-./()\\[\\]]*[0-9]){2,19}[ \\u00a0\\-./()\\[\\]]*(?:[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff][\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*)?$",
      "isRequired": true
    },
    "successWhen": {
      "minLength": 1,
      "maxLength": 500,
      "pattern": "^[^\\u0000]*$",
      "isRequired": false
    },
    "callTime": {
      "pattern": "^(?:(?:197[1-9]|19[89][0-9]|2[0-9]{3})-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:19(?:7[26]|8[048]|9[26])|2[0-9](?:0[48]|[2468][048]|[13579][26])|2[048]00)-02-29)(?: (?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]|T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9]))$",
      "isRequired": false
    },
    "callUntil": {
      "pattern": "^(?:(?:197[1-9]|19[89][0-9]|2[0-9]{3})-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:19(?:7[26]|8[048]|9[26])|2[0-9](?:0[48]|[2468][048]|[13579][26])|2[048]00)-02-29)(?: (?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]|T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9]))$",
      "isRequired": false
    },
    "callerId": {
      "maxLength": 64,
      "pattern": "^(?![^.]*\\.[^0-9.]*0[^1-9.]*$)[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*(?:[tT][eE][lL]:[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*)?[\\(\\[]*(?:\\+[\\(\\[]*)?[0-9](?:[ \\u00a0\\-./()\\[\\]]*[0-9]){2,19}[ \\u00a0\\-./()\\[\\]]*(?:[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff][\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*)?$",
      "isRequired": false
    },
    "priority": {
      "minimum": 1,
      "maximum": 5,
      "default": 3,
      "isRequired": false
    },
    "maxDialCount": {
      "minimum": 1,
      "maximum": 10,
      "default": 1,
      "isRequired": false
    },
    "callInterval": {
      "minimum": 0,
      "maximum": 86400,
      "default": 60,
      "isRequired": false
    },
    "dailyStartTime": {
      "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$",
      "isRequired": false
    },
    "dailyEndTime": {
      "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$",
      "isRequired": false
    }
  },
  "NewDoNotCallList": {
    "name": {
      "minLength": 1,
      "maxLength": 100,
      "isRequired": true
    },
    "description": {
      "maxLength": 2000,
      "pattern": "^[^\\u0000]*$",
      "isRequired": false
    }
  },
  "DoNotCallListChange": {
    "name": {
      "minLength": 1,
      "maxLength": 100,
      "isRequired": false
    },
    "description": {
      "maxLength": 2000,
      "pattern": "^[^\\u0000]*$",
      "isRequired": false
    }
  },
  "NewDoNotCallEntries": {
    "callId": {
      "maxLength": 1000,
      "isRequired": false
    },
    "note": {
      "maxLength": 500,
      "pattern": "^[^\\u0000]*$",
      "isRequired": false
    },
    "expireTime": {
      "pattern": "^(?:(?:197[1-9]|19[89][0-9]|2[0-9]{3})-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:19(?:7[26]|8[048]|9[26])|2[0-9](?:0[48]|[2468][048]|[13579][26])|2[048]00)-02-29)(?: (?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]|T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9]))$",
      "isRequired": false
    }
  },
  "PermissionSettingsChange": {
    "attemptsPerDay": {
      "minimum": 1,
      "maximum": 1000,
      "isRequired": false
    },
    "attemptsPerMonth": {
      "minimum": 1,
      "maximum": 10000,
      "isRequired": false
    },
    "minDigits": {
      "minimum": 1,
      "maximum": 20,
      "isRequired": false
    },
    "maxDigits": {
      "minimum": 1,
      "maximum": 20,
      "isRequired": false
    }
  },
  "NewCalendar": {
    "name": {
      "minLength": 1,
      "maxLength": 100,
      "isRequired": true
    }
  },
  "CalendarChange": {
    "name": {
      "minLength": 1,
      "maxLength": 100,
      "isRequired": false
    }
  },
  "GatewayCallback": {
    "attemptId": {
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[^\\u0000]*$",
      "isRequired": true
    },
    "talkSeconds": {
      "minimum": 0,
      "maximum": 2000000,
      "isRequired": false
    },
    "sipStatus": {
      "minimum": 100,
      "maximum": 699,
      "isRequired": false
    }
  },
  "AgentWord": {
    "how": {
      "maxLength": 100,
      "pattern": "^[^\\u0000]*$",
      "isRequired": false
    },
    "callbackTime": {
      "maxLength": 2000,
      "pattern": "^[^\\u0000]*$",
      "isRequired": false
    },
    "summary": {
      "maxLength": 4000,
      "pattern": "^[^\\u0000]*$",
      "isRequired": false
    },
    "sendDigits": {
      "pattern": "^[0-9*#]{1,50}$",
      "isRequired": false
    }
  },
  "AudioToRecord": {
    "name": {
      "minLength": 1,
      "maxLength": 500,
      "isRequired": true
    },
    "phoneNumber": {
      "maxLength": 64,
      "pattern": "^(?![^.]*\\.[^0-9.]*0[^1-9.]*$)[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*(?:[tT][eE][lL]:[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*)?[\\(\\[]*(?:\\+[\\(\\[]*)?[0-9](?:[ \\u00a0\\-./()\\[\\]]*[0-9]){2,19}[ \\u00a0\\-./()\\[\\]]*(?:[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff][\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*)?$",
      "isRequired": true
    },
    "text": {
      "minLength": 1,
      "maxLength": 2000,
      "isRequired": false
    },
    "language": {
      "maxLength": 35,
      "pattern": "^[^\\u0000]*$",
      "isRequired": false
    }
  },
  "SentenceToSay": {
    "text": {
      "minLength": 1,
      "maxLength": 2000,
      "isRequired": true
    },
    "language": {
      "maxLength": 35,
      "pattern": "^[^\\u0000]*$",
      "isRequired": false
    },
    "voice": {
      "maxLength": 100,
      "pattern": "^[^\\u0000]*$",
      "isRequired": false
    }
  },
  "DialerLimitsChange": {
    "lines": {
      "minimum": 0,
      "maximum": 100000,
      "isRequired": false
    },
    "callsPerSecond": {
      "minimum": 0,
      "maximum": 100000,
      "isRequired": false
    }
  },
  "TestCallRequest": {
    "phoneNumber": {
      "maxLength": 64,
      "pattern": "^(?![^.]*\\.[^0-9.]*0[^1-9.]*$)[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*(?:[tT][eE][lL]:[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*)?[\\(\\[]*(?:\\+[\\(\\[]*)?[0-9](?:[ \\u00a0\\-./()\\[\\]]*[0-9]){2,19}[ \\u00a0\\-./()\\[\\]]*(?:[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff][\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*)?$",
      "isRequired": false
    },
    "callerId": {
      "maxLength": 64,
      "pattern": "^(?![^.]*\\.[^0-9.]*0[^1-9.]*$)[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*(?:[tT][eE][lL]:[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*)?[\\(\\[]*(?:\\+[\\(\\[]*)?[0-9](?:[ \\u00a0\\-./()\\[\\]]*[0-9]){2,19}[ \\u00a0\\-./()\\[\\]]*(?:[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff][\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*)?$",
      "isRequired": false
    }
  },
  "NewAccessToken": {
    "name": {
      "minLength": 1,
      "maxLength": 100,
      "isRequired": true
    },
    "expiresInDays": {
      "minimum": 1,
      "maximum": 36500,
      "isRequired": false
    },
    "maxCallsPerDay": {
      "minimum": 1,
      "maximum": 1000000000,
      "isRequired": false
    }
  },
  "NewTrunk": {
    "name": {
      "minLength": 1,
      "maxLength": 100,
      "isRequired": true
    },
    "host": {
      "minLength": 1,
      "maxLength": 253,
      "pattern": "^([A-Za-z0-9]+(-+[A-Za-z0-9]+)*(\\.[A-Za-z0-9]+(-+[A-Za-z0-9]+)*)*|\\[?[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*\\]?)$",
      "isRequired": true
    },
    "isEnabled": {
      "default": true,
      "isRequired": false
    },
    "port": {
      "minimum": 1,
      "maximum": 65535,
      "isRequired": false
    },
    "transport": {
      "default": "udp",
      "isRequired": false
    },
    "username": {
      "minLength": 1,
      "maxLength": 128,
      "pattern": "^[A-Za-z0-9._~!$&'()*+,=:@%/?#-]+$",
      "isRequired": false
    },
    "authName": {
      "minLength": 1,
      "maxLength": 128,
      "pattern": "^[A-Za-z0-9._~!$&'()*+,=:@%/?#-]+$",
      "isRequired": false
    },
    "registers": {
      "default": false,
      "isRequired": false
    },
    "fromUser": {
      "minLength": 1,
      "maxLength": 128,
      "pattern": "^[A-Za-z0-9._~!$&'()*+=-]+$",
      "isRequired": false
    },
    "fromDomain": {
      "minLength": 1,
      "maxLength": 253,
      "pattern": "^([A-Za-z0-9]+(-+[A-Za-z0-9]+)*(\\.[A-Za-z0-9]+(-+[A-Za-z0-9]+)*)*|\\[?[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*\\]?)$",
      "isRequired": false
    },
    "outboundProxy": {
      "minLength": 1,
      "maxLength": 260,
      "pattern": "^([A-Za-z0-9]+(-+[A-Za-z0-9]+)*(\\.[A-Za-z0-9]+(-+[A-Za-z0-9]+)*)*|\\[?[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*\\]?)(:[0-9]{1,5})?$",
      "isRequired": false
    },
    "sendsOptions": {
      "default": true,
      "isRequired": false
    },
    "sendsIdentity": {
      "default": false,
      "isRequired": false
    },
    "sendsRemotePartyId": {
      "default": false,
      "isRequired": false
    },
    "hidesCallerId": {
      "default": false,
      "isRequired": false
    },
    "keys": {
      "default": "auto",
      "isRequired": false
    },
    "codecs": {
      "default": [
        "ulaw",
        "alaw"
      ],
      "isRequired": false
    },
    "numberForm": {
      "default": "plus",
      "isRequired": false
    },
    "prefixRules": {
      "default": [],
      "isRequired": false
    },
    "callerIds": {
      "default": [],
      "isRequired": false
    },
    "callerIdChoice": {
      "default": "inTurn",
      "isRequired": false
    },
    "callerIdDailyLimit": {
      "minimum": 1,
      "maximum": 1000000,
      "isRequired": false
    },
    "lines": {
      "minimum": 1,
      "maximum": 100000,
      "isRequired": false
    },
    "callsPerSecond": {
      "minimum": 1,
      "maximum": 10000,
      "isRequired": false
    },
    "priority": {
      "minimum": 1,
      "maximum": 100,
      "default": 1,
      "isRequired": false
    },
    "nodes": {
      "default": [],
      "isRequired": false
    },
    "prices": {
      "default": [],
      "isRequired": false
    },
    "currency": {
      "pattern": "^[A-Z]{3}$",
      "isRequired": false
    },
    "billing": {
      "default": {
        "firstSeconds": 1,
        "stepSeconds": 1
      },
      "isRequired": false
    },
    "password": {
      "minLength": 1,
      "maxLength": 128,
      "pattern": "^[!-~]+$",
      "isRequired": false
    },
    "simulatedTasks": {
      "default": "pause",
      "isRequired": false
    }
  },
  "TrunkChange": {
    "name": {
      "minLength": 1,
      "maxLength": 100,
      "isRequired": false
    },
    "host": {
      "minLength": 1,
      "maxLength": 253,
      "pattern": "^([A-Za-z0-9]+(-+[A-Za-z0-9]+)*(\\.[A-Za-z0-9]+(-+[A-Za-z0-9]+)*)*|\\[?[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*\\]?)$",
      "isRequired": false
    },
    "port": {
      "minimum": 1,
      "maximum": 65535,
      "isRequired": false
    },
    "username": {
      "minLength": 1,
      "maxLength": 128,
      "pattern": "^[A-Za-z0-9._~!$&'()*+,=:@%/?#-]+$",
      "isRequired": false
    },
    "authName": {
      "minLength": 1,
      "maxLength": 128,
      "pattern": "^[A-Za-z0-9._~!$&'()*+,=:@%/?#-]+$",
      "isRequired": false
    },
    "fromUser": {
      "minLength": 1,
      "maxLength": 128,
      "pattern": "^[A-Za-z0-9._~!$&'()*+=-]+$",
      "isRequired": false
    },
    "fromDomain": {
      "minLength": 1,
      "maxLength": 253,
      "pattern": "^([A-Za-z0-9]+(-+[A-Za-z0-9]+)*(\\.[A-Za-z0-9]+(-+[A-Za-z0-9]+)*)*|\\[?[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*\\]?)$",
      "isRequired": false
    },
    "outboundProxy": {
      "minLength": 1,
      "maxLength": 260,
      "pattern": "^([A-Za-z0-9]+(-+[A-Za-z0-9]+)*(\\.[A-Za-z0-9]+(-+[A-Za-z0-9]+)*)*|\\[?[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*\\]?)(:[0-9]{1,5})?$",
      "isRequired": false
    },
    "callerIdDailyLimit": {
      "minimum": 1,
      "maximum": 1000000,
      "isRequired": false
    },
    "lines": {
      "minimum": 1,
      "maximum": 100000,
      "isRequired": false
    },
    "callsPerSecond": {
      "minimum": 1,
      "maximum": 10000,
      "isRequired": false
    },
    "priority": {
      "minimum": 1,
      "maximum": 100,
      "isRequired": false
    },
    "currency": {
      "pattern": "^[A-Z]{3}$",
      "isRequired": false
    },
    "password": {
      "minLength": 1,
      "maxLength": 128,
      "pattern": "^[!-~]+$",
      "isRequired": false
    },
    "simulatedTasks": {
      "default": "pause",
      "isRequired": false
    }
  },
  "TrunkTestRequest": {
    "phoneNumber": {
      "maxLength": 64,
      "pattern": "^(?![^.]*\\.[^0-9.]*0[^1-9.]*$)[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*(?:[tT][eE][lL]:[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*)?[\\(\\[]*(?:\\+[\\(\\[]*)?[0-9](?:[ \\u00a0\\-./()\\[\\]]*[0-9]){2,19}[ \\u00a0\\-./()\\[\\]]*(?:[\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff][\\t\\n\\v\\f\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff \\u00a0]*)?$",
      "isRequired": true
    }
  },
  "NewOwnPhone": {
    "name": {
      "minLength": 1,
      "maxLength": 100,
      "isRequired": true
    }
  },
  "NewWebhook": {
    "url": {
      "minLength": 1,
      "maxLength": 2000,
      "pattern": "^[^\\u0000]*$",
      "isRequired": true
    },
    "description": {
      "maxLength": 500,
      "pattern": "^[^\\u0000]*$",
      "isRequired": false
    }
  },
  "WebhookChange": {
    "url": {
      "minLength": 1,
      "maxLength": 2000,
      "pattern": "^[^\\u0000]*$",
      "isRequired": false
    },
    "description": {
      "maxLength": 500,
      "pattern": "^[^\\u0000]*$",
      "isRequired": false
    }
  }
} as const

export const countries = ["AC","AD","AE","AF","AG","AI","AL","AM","AO","AR","AS","AT","AU","AW","AX","AZ","BA","BB","BD","BE","BF","BG","BH","BI","BJ","BL","BM","BN","BO","BQ","BR","BS","BT","BW","BY","BZ","CA","CC","CD","CF","CG","CH","CI","CK","CL","CM","CN","CO","CR","CU","CV","CW","CX","CY","CZ","DE","DJ","DK","DM","DO","DZ","EC","EE","EG","EH","ER","ES","ET","FI","FJ","FK","FM","FO","FR","GA","GB","GD","GE","GF","GG","GH","GI","GL","GM","GN","GP","GQ","GR","GT","GU","GW","GY","HK","HN","HR","HT","HU","ID","IE","IL","IM","IN","IO","IQ","IR","IS","IT","JE","JM","JO","JP","KE","KG","KH","KI","KM","KN","KP","KR","KW","KY","KZ","LA","LB","LC","LI","LK","LR","LS","LT","LU","LV","LY","MA","MC","MD","ME","MF","MG","MH","MK","ML","MM","MN","MO","MP","MQ","MR","MS","MT","MU","MV","MW","MX","MY","MZ","NA","NC","NE","NF","NG","NI","NL","NO","NP","NR","NU","NZ","OM","PA","PE","PF","PG","PH","PK","PL","PM","PR","PS","PT","PW","PY","QA","RE","RO","RS","RU","RW","SA","SB","SC","SD","SE","SG","SH","SI","SJ","SK","SL","SM","SN","SO","SR","SS","ST","SV","SX","SY","SZ","TA","TC","TD","TG","TH","TJ","TK","TL","TM","TN","TO","TR","TT","TV","TW","TZ","UA","UG","US","UY","UZ","VA","VC","VE","VG","VI","VN","VU","WF","WS","XK","YE","YT","ZA","ZM","ZW"] as const
