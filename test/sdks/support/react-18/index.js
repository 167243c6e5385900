import * as React from 'react';
import * as client from 'react-dom/client';
import * as server from 'react-dom/server';

export { React, client, server };
