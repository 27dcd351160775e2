# SPDX-License-Identifier: Apache-2.0
"""Talk to a language model behind any OpenAI-compatible endpoint; needs the extra `llm`."""

from .client import BudgetSpentError, ChatClient, LlmError, LlmTimeoutError, Message, Reply, require
from .metered import Metered, Price, Usage
from .openai_chat import OpenAIChat
from .recorded import RecordedChat, Recorder
from .structured import Answered, ReplyError, ask

__all__ = [
    "Answered",
    "BudgetSpentError",
    "ChatClient",
    "LlmError",
    "LlmTimeoutError",
    "Message",
    "Metered",
    "OpenAIChat",
    "Price",
    "RecordedChat",
    "Recorder",
    "Reply",
    "ReplyError",
    "Usage",
    "ask",
    "require",
]
